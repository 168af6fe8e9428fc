/** One page leads a class at a time: a second one takes it over as it is, and the first one stops. */
import { expect, it, vi } from "vitest";
import { HandClock } from "@/test/handClock";
import { MemoryClass, type MemoryWire } from "@/test/memoryClass";
import { settled, TestPage } from "@/test/testPage";
import type { ClassRun } from "./classRun";
import { Hearing } from "./hearing";
import { Leading } from "./leading";
import { subjectsOf } from "./protocol";

const ids = ["a", "b"].map((letter) => letter.repeat(24)) as [string, string];

interface Page {
  own: TestPage;
  wire: MemoryWire;
  lead(): Promise<Leading>;
  lost: number;
}

async function page(room: MemoryClass, me: string, clock: HandClock): Promise<Page> {
  const own = new TestPage();
  await own.controller.start("first-look", false, {});
  const wire = room.wire();
  const one: Page = {
    own,
    wire,
    lost: 0,
    lead: () => {
      const deps = {
        run: own.store,
        page: own.board,
        me,
        wallMs: () => clock.nowMs,
        later: clock.later,
        refused: () => {},
        waits: () => {},
        lost: () => {
          one.lost += 1;
        },
      };
      return Leading.begin(wire as never, deps, false);
    },
  };
  return one;
}

/** What a student hears: who leads, and what of the run. */
async function student(room: MemoryClass) {
  const led: string[] = [];
  const heard: ClassRun[] = [];
  let present = 0;
  const hearing = new Hearing(room.wire(), {
    changed: (state) => heard.push(state),
    led: (by) => led.push(by),
    present: () => {
      present += 1;
    },
  });
  await hearing.begin();
  return { hearing, led, heard, present: () => present };
}

it("is heard as long as it is there, whatever it does", async () => {
  const room = new MemoryClass();
  const clock = new HandClock();
  await (await page(room, ids[0], clock)).lead();
  const { present, led } = await student(room);
  await clock.pass(2_000);
  const before = present();
  await clock.pass(30_000);
  expect(present() - before).toBeGreaterThanOrEqual(15);
  expect(led).toEqual([ids[0]]);
});

it("hands over the class as it is, and what the first page still says is not stored", async () => {
  const room = new MemoryClass();
  const clock = new HandClock();
  const [first, second] = await Promise.all(ids.map((id) => page(room, id, clock)));
  if (first === undefined || second === undefined) throw new Error("two pages were made");
  const leading = await first.lead();
  await settled();
  await first.own.controller.act({ do: "heal" });
  await settled();
  const { hearing, led } = await student(room);
  // The second page shows the class's run by then.
  await second.own.controller.act({ do: "heal" });
  // The first one does not hear of it: it is away.
  first.wire.isThere = false;
  await second.lead();
  await settled();
  await first.own.controller.act({ do: "restart", store: "s1" } as never);
  first.wire.isThere = true;
  await clock.pass(10_000);
  await settled();
  await clock.pass(100);
  expect(led).toEqual(ids);
  expect(hearing.state.log.map(({ action }) => action.do)).toEqual(["heal"]);
  expect(first.lost, "it learns that another page leads").toBe(1);
  leading.stop();
  const said = room.said.length;
  await second.own.controller.act({ do: "restart", store: "s1" } as never);
  await settled();
  await clock.pass(1_000);
  expect(room.said.length).toBeGreaterThan(said);
  expect(hearing.state.log).toHaveLength(2);
});

it("is not believed by whoever is sent what no page of a teacher sent", async () => {
  const room = new MemoryClass();
  const { hearing, led, present } = await student(room);
  const { saidHere, saidLead } = subjectsOf(room.code);
  const text = JSON.stringify({ by: ids[1] });
  // As the server writes in the name of a student: with its headers, or not stored.
  room.tell({ subject: saidHere, text, seq: 0, before: 0, isPlain: false });
  room.tell({ subject: saidLead, text, seq: 0, before: 0, isPlain: true });
  room.tell({ subject: saidLead, text: "{}", seq: 9, before: 0, isPlain: false });
  expect([led, present(), hearing.leader, hearing.dropped]).toEqual([[], 0, "", 3]);
});

it("ends with a word to everybody only when it is ended", async () => {
  const room = new MemoryClass();
  const clock = new HandClock();
  const one = await page(room, ids[0], clock);
  const gone = await one.lead();
  await settled();
  const { hearing } = await student(room);
  gone.stop();
  await settled();
  expect(hearing.state.ended).toBe(false);
  const back = await one.lead();
  await settled();
  await back.end();
  await vi.waitFor(() => expect(hearing.state.ended).toBe(true));
});
