/**
 * A second run beside the first, with one difference. It goes along with every command of the
 * session (`runGroup.ts`) and shows nothing before the first stands at the same instant.
 */

import type { Command, Opened, Reply, RunSpec, UpdateRequest } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { PageStore } from "@/session/pageStore";
import { branchName } from "../branches";
import { applyUpdate, openedState, updateRequestOf } from "../reduce";
import { type Driving, type GroupMember, type RunGroup, seekTo } from "../runGroup";
import { logOf, type Session } from "../session";
import { type Driven, INITIAL_STATE, type SimState } from "../simState";
import { SimStore } from "../simStore";
import { sameShallow } from "../useRead";
import { actionsBeside, type BesideChoice, type BranchLogs, scenarioBeside } from "./besideChoice";

export class Beside implements GroupMember {
  /** The second run, as views read it. */
  readonly store = new SimStore();
  /** The first run's log, as the second one has it too. */
  log: LoggedAction[] = [];
  private readonly runs: BesideRuns;
  private readonly choice: BesideChoice;
  private readonly comparing: Comparing;
  private readonly stop: () => void;
  private text = "";
  private logs: BranchLogs | undefined;
  private held: Partial<SimState> = {};
  private over = false;

  constructor(runs: BesideRuns, choice: BesideChoice) {
    this.runs = runs;
    this.choice = choice;
    this.comparing = new Comparing(runs);
    this.stop = runs.run.subscribe((state, before) => this.follow(state, before));
    runs.group.join(this);
  }

  /**
   * Opens the second run at the first one's instant; says why it did not. So many `choices`
   * of a view there had been when it was asked for.
   */
  async open(choices: number): Promise<string | undefined> {
    const { session } = this.first;
    if (session === null) return t("There is no run to compare with.");
    return this.runs.group.inOrder(async () => {
      // What was under way when this was asked is over by now.
      const { frame } = this.first;
      const names = this.chooseBranch(session);
      const refused = await this.start(session, logOf(session), frame?.now_us ?? 0);
      if (refused !== undefined) return refused;
      await this.catchUp();
      if (this.over) return undefined;
      const { store, choice } = this;
      this.runs.page.besideBegan({ store, choice, names, comparison: null }, choices);
      await this.collect();
      return undefined;
    });
  }

  /** What two branches are called, and what each of them did. */
  private chooseBranch(session: Session): [string, string] | null {
    const { choice } = this;
    if (choice.kind !== "branch") return null;
    const present = session.branches.find(({ id }) => id === session.current);
    const other = session.branches.find(({ id }) => id === choice.id);
    if (present === undefined || other === undefined) return null;
    this.logs = { other: other.actions, known: new Set(logOf(session)) };
    return [branchName(present), branchName(other)];
  }

  /** Ends the second run; the first goes on. */
  end(): void {
    if (this.over) return;
    this.over = true;
    this.stop();
    this.runs.group.leave(this);
    this.runs.second.close(t("The second run was closed."));
    this.runs.page.besideEnded();
  }

  /** Keeps the comparison up to date while somebody looks. */
  watchComparison(wanted: boolean): void {
    this.comparing.wanted = wanted;
    if (wanted) void this.runs.group.inOrder(() => this.collect());
  }

  // --- along with the first run -------------------------------------------------------------------

  get nowUs(): number {
    return (this.held.frame ?? this.store.getState().frame)?.now_us ?? 0;
  }

  begin(command: Driving): Promise<Reply> {
    return this.runs.second.send({ ...command, updateRequest: this.updateRequest });
  }

  take(reply: Reply): void {
    if ("update" in reply) {
      const known = { ...this.store.getState(), ...this.held };
      this.held = { ...this.held, ...applyUpdate(known, reply.update) };
    } else if (reply.type === "refused" || reply.type === "panicked") this.fail(reply.message);
  }

  /** From where the old and the new log part, the second run goes again. */
  async adopt(log: LoggedAction[]): Promise<void> {
    if (this.over) return;
    this.log = log;
    const actions = actionsBeside(log, this.choice, this.logs);
    this.take(
      await this.runs.second.send({ type: "rewrite", actions, updateRequest: this.updateRequest }),
    );
  }

  async bring(seek: (updateRequest: UpdateRequest) => Command): Promise<void> {
    this.take(await this.runs.second.send(seek(this.updateRequest)));
  }

  switched(): void {
    if (this.choice.kind === "branch") this.leave();
  }

  async reopened(spec: RunSpec, { world, update }: Opened): Promise<void> {
    const { choice } = this;
    const { variant, seed } = world;
    const isTwice = choice.kind === "variant" && choice.variant === variant;
    if (spec.scenario !== this.text || isTwice || choice.kind === "branch") {
      this.leave();
      return;
    }
    const source = this.first.session?.source;
    if (source === undefined) return;
    const run = { source, text: spec.scenario, variant, seed };
    const refused = await this.start(run, spec.actions, update.frame.now_us);
    if (refused !== undefined) this.fail(refused);
  }

  async met(reached: boolean): Promise<void> {
    if (this.comparing.isDue(reached)) await this.collect();
  }

  show(): void {
    if (this.over) return;
    this.store.caughtUp(this.held);
    this.held = {};
  }

  // ------------------------------------------------------------------------------------------------

  private async start(
    run: Pick<Session, "source" | "text" | "variant" | "seed">,
    log: LoggedAction[],
    untilUs: number,
  ): Promise<string | undefined> {
    const { choice } = this;
    const spec: RunSpec = {
      scenario: scenarioBeside(run.text, run.variant, choice),
      variant: choice.kind === "variant" ? choice.variant : run.variant,
      seed: run.seed,
      actions: actionsBeside(log, choice, this.logs),
      until_us: untilUs,
    };
    this.text = run.text;
    this.log = log;
    const updateRequest = { ...updateRequestOf(INITIAL_STATE), range: this.first.range };
    const reply = await this.runs.second.send({ type: "open", spec, updateRequest });
    if (reply.type === "refused" || reply.type === "panicked") return reply.message;
    if (reply.type !== "opened") return t("The second engine did not answer.");
    this.held = {
      ...openedState(INITIAL_STATE, run.source, spec, reply),
      ...drivenOf(this.first),
    };
    return undefined;
  }

  /** To where the first run has gone with what was under way before this one joined. */
  private async catchUp(): Promise<void> {
    while (!this.over) {
      const reply = await this.runs.first.send({
        type: "look",
        updateRequest: updateRequestOf(this.first, this.runs.page.getState().selection),
      });
      if (!("update" in reply)) break;
      const { now_us } = reply.update.frame;
      if (now_us === this.nowUs) break;
      await this.bring((updateRequest) => seekTo(now_us, updateRequest));
    }
    this.show();
  }

  /** What it was put beside is no longer shown. */
  private leave(): void {
    this.end();
    this.runs.page.notify(t("The second run was closed."));
  }

  /** The second engine stopped: the session does not. */
  private fail(message: string): void {
    if (this.over) return;
    this.end();
    this.runs.page.notify(
      t("The second run was closed; this one goes on. {message}", { message }),
      true,
    );
  }

  /** The second run goes on as the first does. */
  private follow(state: SimState, before: SimState): void {
    if (state.phase === "panicked") {
      this.end();
      return;
    }
    const now = drivenOf(state);
    if (!sameShallow(now, drivenOf(before))) this.store.drive(now);
    if (before.playing && !state.playing) void this.runs.group.inOrder(() => this.collect());
  }

  private async collect(): Promise<void> {
    if (this.over) return;
    await this.comparing.collect();
  }

  private get first(): SimState {
    return this.runs.run.getState();
  }

  private get updateRequest(): UpdateRequest {
    const known = { ...this.store.getState(), ...this.held };
    return updateRequestOf(known);
  }
}

function drivenOf({ phase, playing, speed, range }: SimState): Driven {
  return { phase, playing, speed, range };
}

/** People read a table of figures no faster. */
const EVERY_MS = 400;

interface BesideRuns {
  /** The session's, and its first run's worker. */
  run: SimStore;
  page: PageStore;
  first: Link;
  group: RunGroup;
  /** The second run's worker. */
  second: Link;
  wallMs(): number;
}

class Comparing {
  wanted = false;
  private readonly runs: BesideRuns;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(runs: BesideRuns) {
    this.runs = runs;
  }

  /** On the way not with every picture; at its end always. */
  isDue(reached: boolean): boolean {
    if (!this.wanted) return false;
    const isThere = reached && !this.runs.run.getState().playing;
    return isThere || this.runs.wallMs() - this.lastMs >= EVERY_MS;
  }

  /** To be called while both runs stand at one instant. */
  async collect(): Promise<void> {
    if (!this.wanted) return;
    this.lastMs = this.runs.wallMs();
    const { first, second } = this.runs;
    const [a, b] = await Promise.all([
      first.send({ type: "report" }),
      second.send({ type: "report" }),
    ]);
    if (a.type === "reported" && b.type === "reported") void this.compare(a.report, b.report);
  }

  private async compare(a: string, b: string): Promise<void> {
    const reply = await this.runs.first.send({ type: "compare", a, b });
    if (reply.type === "compared") this.runs.page.compared(reply.comparison);
  }
}
