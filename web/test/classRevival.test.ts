/** A class whose nats-server is killed goes on by itself, with all that was stored. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { subjectsOf } from "@/classroom/protocol";
import { Revival } from "../../tools/class-revival.mjs";
import { TestClass } from "./classServer";

const ANSWER = JSON.stringify({ t: "answer", lesson: "first", step: "one", answer: 2 });
let room: TestClass;

beforeAll(async () => {
  room = await TestClass.open();
}, 120_000);

afterAll(() => room?.close());

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
