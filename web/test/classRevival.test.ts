/**
 * A class whose nats-server hangs is said to be silent; one whose nats-server is killed goes on by
 * itself, with all that was stored.
 */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { subjectsOf } from "@/classroom/protocol";
import { SilenceWatch } from "@/classroom/watching";
import { Revival } from "../../tools/class-revival.mjs";
import { TestClass } from "./classServer";

const ANSWER = JSON.stringify({ t: "answer", lesson: "first", step: "one", answer: 2 });
let room: TestClass;

beforeAll(async () => {
  room = await TestClass.open();
}, 120_000);

afterAll(() => room?.close());

// Windows has no signal that stops a program for a while.
it.runIf(process.platform !== "win32")(
  "is silent while it hangs, and is said to be so",
  async () => {
    const wire = await room.wire(null);
    const told: { isSilent: boolean; ms: number }[] = [];
    const silence = new SilenceWatch({
      later: (callback, ms) => void setTimeout(callback, ms),
      probe: () => wire.flush(),
      changed: (isSilent) => told.push({ isSilent, ms: performance.now() }),
    });
    silence.begin();
    await wire.flush();
    const { pid = 0 } = room.server;
    const hungMs = performance.now();
    process.kill(pid, "SIGSTOP");
    try {
      await vi.waitFor(() => expect(told).toHaveLength(1), 15_000);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(told[0]?.isSilent).toBe(true);
    // On a busy machine a timer is late.
    expect((told[0]?.ms ?? 0) - hungMs).toBeLessThan(8_000);
    await vi.waitFor(() => expect(told.at(-1)?.isSilent).toBe(false), 15_000);
    silence.end();
  },
);

it("has the same code, the same run and the same answers", async () => {
  const said: string[] = [];
  const revival = new Revival({
    start: () => room.server.start(),
    said: (sentence: string) => said.push(sentence),
    gaveUp: (sentence: string) => said.push(sentence),
    nowMs: () => performance.now(),
    later: (callback: () => void, ms: number) => void setTimeout(callback, ms),
  });
  room.server.died = (why) => revival.died(why);
  const { wire, saying } = await room.teacher();
  const { hearing, wire: student } = await room.student();
  saying.say({ t: "names", ask: true });
  await saying.settled();
  await student.answer(ANSWER);

  process.kill(room.server.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(said).toHaveLength(2), 20_000);
  expect(said[0]).toMatch(/SIGKILL.*\(1 of 3\)/s);
  saying.say({ t: "names", ask: false });
  await saying.settled();
  await vi.waitFor(() => expect(hearing.state).toMatchObject({ seq: 2, names: false }), 20_000);
  const { kept } = subjectsOf(room.made.code);
  expect((await wire.fetch("answers", 1)).map(({ subject }) => subject)).toEqual([
    kept(student.seat),
  ]);

  await room.server.stop();
  expect(said, "who stops it means it").toHaveLength(2);
});
