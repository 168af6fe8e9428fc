/**
 * The runs that a session drives: a command goes to all of them, one after the other, and is
 * answered when all stand at one instant. A step or a search is the first run's; the others
 * follow.
 */

import type { Command, Opened, Reply, RunSpec, Update, UpdateRequest } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { WHOLE_SERIES } from "@/model/series/series";

/** A piece of the way to where another run is. */
const PIECE_MS = 50;

/** What moves a run, or shows it anew. */
export type Driving = Extract<Command, { updateRequest: UpdateRequest }>;
type Updating = Extract<Reply, { update: Update }>;

export interface GroupMember {
  readonly nowUs: number;
  /** The first run's log, as far as this one has it too. */
  readonly log: readonly LoggedAction[];
  /** Sets out on a command that all can begin at once. */
  begin(command: Driving): Promise<Reply>;
  take(reply: Reply): void;
  /** The first run's log became this one. */
  adopt(log: LoggedAction[]): Promise<void>;
  /** A piece of the way to an instant. */
  bring(seek: (updateRequest: UpdateRequest) => Command): Promise<void>;
  /** The first run is another one, or starts again. */
  reopened(spec: RunSpec, opened: Opened): Promise<void>;
  /** The first run went over to another of its branches. */
  switched(): void;
  /** All are at one instant; whether each got as far as it was asked to. */
  met(reached: boolean): Promise<void>;
  /** What was met is shown. */
  show(): void;
  end(): void;
}

export class RunGroup {
  private readonly members = new Set<GroupMember>();
  private last: Promise<unknown> = Promise.resolve();

  get isAlone(): boolean {
    return this.members.size === 0;
  }

  join(member: GroupMember): void {
    this.members.add(member);
  }

  leave(member: GroupMember): void {
    this.members.delete(member);
  }

  /** One command after the other: no picture of one instant overtakes that of another. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** A command of the session, to its first run and all that go along with it. */
  async send(first: Link, command: Command): Promise<Reply> {
    if (this.isAlone || !("updateRequest" in command)) return first.send(command);
    return this.inOrder(() => (this.isAlone ? first.send(command) : this.drive(first, command)));
  }

  /** What all came to, with the first run's own picture. */
  show(): void {
    for (const one of this.members) one.show();
  }

  private async drive(first: Link, command: Driving): Promise<Reply> {
    if (command.type === "open") return this.reopen(first, command);
    const going = unhurried(command);
    const begun = [...this.members].map(
      (one) => [one, canBegin(going) ? one.begin(going) : undefined] as const,
    );
    const reply = await first.send(going);
    const theirs = await Promise.all(begun.map(([, reply]) => reply));
    if (reply.type === "panicked") this.end();
    if (!("update" in reply)) return reply;
    if (command.type === "switch") for (const one of this.members) one.switched();
    for (const [at, [one]] of begun.entries()) {
      const their = theirs[at];
      if (their !== undefined && this.members.has(one)) one.take(their);
    }
    for (const one of this.members) {
      const log = logAfter(one.log, command, reply);
      if (log !== undefined) await one.adopt(log);
    }
    if (this.isAlone) return reply;
    const update = await this.meet(first, command, reply.update);
    const reached =
      reply.update.reached && theirs.every((one) => one === undefined || hasCome(one));
    for (const one of this.members) await one.met(reached);
    return { ...reply, update: { ...update, reached } } as Reply;
  }

  /** Until all are at one instant; the first goes on only where it was on its way already. */
  private async meet(first: Link, command: Driving, update: Update): Promise<Update> {
    let shown = update;
    const mayGoOn = command.type === "advance" || command.type === "seek";
    while (!this.isAlone) {
      const nowUs = shown.frame.now_us;
      const furthestUs = Math.max(nowUs, ...[...this.members].map((one) => one.nowUs));
      if (furthestUs > nowUs && mayGoOn && isOnTheWay(command, furthestUs)) {
        const more = await first.send(seekTo(furthestUs, wholeAfter(shown, command.updateRequest)));
        if (!("update" in more)) break;
        shown = joined(shown, more.update);
        continue;
      }
      const apart = [...this.members].filter((one) => one.nowUs !== nowUs);
      if (apart.length === 0) break;
      await Promise.all(
        apart.map((one) => one.bring((updateRequest) => seekTo(nowUs, updateRequest))),
      );
    }
    return shown;
  }

  /** The first run starts again, or another scenario does. */
  private async reopen(first: Link, command: Extract<Driving, { type: "open" }>): Promise<Reply> {
    const reply = await first.send(command);
    if (reply.type === "panicked") this.end();
    if (reply.type === "opened") {
      for (const one of this.members) await one.reopened(command.spec, reply);
    }
    return reply;
  }

  private end(): void {
    for (const one of [...this.members]) one.end();
  }
}

/** What all can begin at once, without knowing how far another gets. */
function canBegin(command: Driving): boolean {
  const isOnTime = command.type === "seek" && "us" in command.to;
  return command.type === "advance" || command.type === "look" || isOnTime;
}

/** On a long way there is more to draw of each piece: pieces twice as long. */
function unhurried<T extends Driving>(command: T): T {
  return command.type === "seek" ? { ...command, budgetMs: command.budgetMs * 2 } : command;
}

/** Where a command leads must not be overshot by the run that is behind. */
function isOnTheWay(command: Driving, us: number): boolean {
  if (command.type === "advance") return us <= command.untilUs;
  return command.type === "seek" && "us" in command.to && us <= command.to.us;
}

export function seekTo(us: number, updateRequest: UpdateRequest): Command {
  return { type: "seek", to: { us }, budgetMs: PIECE_MS, updateRequest };
}

/** The log after a command, where it changes it. */
function logAfter(
  log: readonly LoggedAction[],
  command: Driving,
  reply: Updating,
): LoggedAction[] | undefined {
  if (command.type === "rewrite") return command.actions;
  if (command.type === "switch") return command.to.actions;
  if (reply.type !== "acted") return undefined;
  return [...log.slice(0, log.length - reply.dropped.length), reply.logged];
}

function hasCome(reply: Reply): boolean {
  return "update" in reply && reply.update.reached;
}

/** After a jump, or in another past, the page has nothing that a second look could build on. */
function wholeAfter({ jumped, cut }: Update, updateRequest: UpdateRequest): UpdateRequest {
  return {
    ...updateRequest,
    ...(jumped ? { notable_after: 0 } : {}),
    ...(cut === null ? {} : WHOLE_SERIES),
  };
}

/** Two updates of which the page sees one. The second was asked for what the first was. */
function joined(first: Update, second: Update): Update {
  const tape = first.tape === null ? second.tape : [...first.tape, ...(second.tape ?? [])];
  const cut = first.cut ?? second.cut;
  return { ...second, jumped: first.jumped || second.jumped, tape, cut };
}
