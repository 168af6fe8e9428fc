/** Who is there and what was answered, as a teacher's page counts it by its clock. */
import { beforeEach, expect, it } from "vitest";
import { HandClock } from "@/test/handClock";
import { MemoryClass } from "@/test/memoryClass";
import type { Answers } from "./answers";
import { classStore, NO_CLASS } from "./classStore";
import { Counting } from "./counting";
import { subjectsOf } from "./protocol";

const ADA = "a".repeat(24);

beforeEach(() => classStore.setState(NO_CLASS));

async function counted() {
  const room = new MemoryClass();
  const clock = new HandClock();
  const kept: Answers[] = [];
  const server = { isThere: true };
  const counting = new Counting(room.wire(), {
    wallMs: () => clock.nowMs,
    later: clock.later,
    hears: () => server.isThere,
    heard: () => {},
    keep: (answers) => kept.push(answers),
  });
  await counting.begin();
  const student = room.wire(ADA);
  const here = (name = ""): void =>
    student.tell(
      subjectsOf(room.code).here(ADA),
      JSON.stringify({ follows: true, same: "yes", name }),
    );
  return { room, clock, kept, counting, student, here, server };
}

it("counts a student no more within 10 s of the last word", async () => {
  const { clock, here } = await counted();
  for (let i = 0; i < 10; i += 1) {
    here();
    await clock.pass(3_000);
  }
  expect(classStore.getState().answers.students.size).toBe(1);
  await clock.pass(7_000);
  expect(classStore.getState().answers.students.size).toBe(0);
});

it("counts nobody out while the server is gone, and then who does not come back", async () => {
  const { clock, here, server } = await counted();
  here();
  server.isThere = false;
  await clock.pass(60_000);
  expect(classStore.getState().answers.students.size).toBe(1);
  server.isThere = true;
  await clock.pass(8_000);
  expect(classStore.getState().answers.students.size).toBe(1);
  await clock.pass(2_000);
  expect(classStore.getState().answers.students.size).toBe(0);
});

it("keeps what was answered, and the names, soon after; and at the end", async () => {
  const { clock, kept, counting, student, here } = await counted();
  here("Ada");
  await student.answer('{"t":"answer","lesson":"leader","step":"one","answer":1}');
  here("Ada");
  expect(kept).toHaveLength(0);
  await clock.pass(2_000);
  expect(kept).toHaveLength(1);
  expect([...(kept[0]?.names ?? [])]).toEqual([[ADA, "Ada"]]);
  expect(kept[0]?.steps[0]?.answers.get(ADA)).toBe(1);
  // Who is gone has a name beside their answer still.
  await clock.pass(20_000);
  expect(classStore.getState().answers.names.get(ADA)).toBe("Ada");
  await student.answer('{"t":"goal","lesson":"leader","step":"one"}');
  counting.end();
  expect(kept).toHaveLength(2);
});
