/** A session drives as many runs as go along with its first: all stand at one instant. */

import { describe, expect, it } from "vitest";
import type { Command, Reply, Update } from "@/engine/messages";
import { type Driving, type GroupMember, RunGroup } from "./runGroup";

/** A run that gets so far with each command at most. */
class PacedRun {
  nowUs = 0;
  readonly asked: string[] = [];
  private readonly paceUs: number;
  constructor(paceUs: number) {
    this.paceUs = paceUs;
  }

  send(command: Command): Promise<Reply> {
    this.asked.push(command.type);
    const to = goalOf(command);
    if (to !== undefined) this.nowUs = Math.min(to, this.nowUs + this.paceUs);
    const update = {
      frame: { now_us: this.nowUs },
      reached: to === undefined || this.nowUs === to,
      tape: null,
      cut: null,
      jumped: false,
    };
    return Promise.resolve({ type: "advanced", update: update as unknown as Update });
  }

  close(): void {}
}

class Along implements GroupMember {
  readonly log = [];
  readonly met: (reached: boolean) => Promise<void> = async () => {};
  isShown = false;
  private readonly run: PacedRun;
  private readonly group: RunGroup;
  constructor(run: PacedRun, group: RunGroup) {
    this.run = run;
    this.group = group;
    group.join(this);
  }

  get nowUs(): number {
    return this.run.nowUs;
  }
  begin(command: Driving): Promise<Reply> {
    return this.run.send(command);
  }
  take(): void {}
  async adopt(): Promise<void> {}
  async bring(seek: (updateRequest: never) => Command): Promise<void> {
    await this.run.send(seek({} as never));
  }
  async reopened(): Promise<void> {}
  switched(): void {}
  show(): void {
    this.isShown = true;
  }
  end(): void {
    this.group.leave(this);
  }
}

function goalOf(command: Command): number | undefined {
  if (command.type === "advance") return command.untilUs;
  return command.type === "seek" && "us" in command.to ? command.to.us : undefined;
}

const advance = (untilUs: number): Command => ({
  type: "advance",
  untilUs,
  budgetMs: 8,
  updateRequest: {} as never,
});

describe("a session's runs", () => {
  it("is one that goes alone while nobody goes along", async () => {
    const first = new PacedRun(1_000);
    await new RunGroup().send(first, advance(500));
    expect(first.asked).toEqual(["advance"]);
  });

  it.each([
    [[300], 1_000],
    [[1_000], 300],
    [[100, 1_000, 450], 300],
  ])("stand at one instant, whoever is slow: %j beside %i µs", async (paces, pace) => {
    const group = new RunGroup();
    const first = new PacedRun(pace);
    const others = paces.map((own) => new PacedRun(own));
    const along = others.map((run) => new Along(run, group));
    const reply = await group.send(first, advance(900));
    const instants = [first, ...others].map(({ nowUs }) => nowUs);
    expect(new Set(instants).size).toBe(1);
    expect(reply).toMatchObject({ update: { frame: { now_us: instants[0] } } });
    expect(along.some(({ isShown }) => isShown)).toBe(false);
    group.show();
    expect(along.every(({ isShown }) => isShown)).toBe(true);
  });

  it("are asked in the order in which the session asks", async () => {
    const group = new RunGroup();
    const first = new PacedRun(1_000);
    const other = new PacedRun(1_000);
    new Along(other, group);
    await Promise.all([group.send(first, advance(100)), group.send(first, advance(900))]);
    expect([first.nowUs, other.nowUs]).toEqual([900, 900]);
  });

  it("asks one that left for nothing more", async () => {
    const group = new RunGroup();
    const other = new PacedRun(1_000);
    const along = new Along(other, group);
    along.end();
    await group.send(new PacedRun(1_000), advance(100));
    expect(other.asked).toEqual([]);
    expect(group.isAlone).toBe(true);
  });
});
