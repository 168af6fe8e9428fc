/** A real nats-server with a teacher and many students: none of them hears another class. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { TestClass } from "../test/classServer";
import { IS_LONG } from "../test/long";
import type { ClassRun } from "./classRun";
import type { Hearing } from "./hearing";
import { readAnswered, type SaidAction, type SaidRun, subjectsOf } from "./protocol";
import type { Saying } from "./saying";
import { Refused, type Wire } from "./wire";

/** In the long run as many as a large school has in one hall. */
const FOLLOWERS = IS_LONG ? 200 : 60;

const RUN: SaidRun = {
  t: "run",
  scenario: { kind: "builtin", id: "first-look", stamp: "" },
  variant: "",
  seed: 7,
  build: "test",
  actions: [],
};

const cut = (at_us: number): SaidAction => ({
  at_us,
  action: { do: "cut", from: "az1", to: "az2" },
  text: "the link is cut",
});

let room: TestClass;
let teacher: { wire: Wire; saying: Saying };
const students: { wire: Wire; hearing: Hearing }[] = [];

/** What everybody must have in the end. */
let log: SaidAction[] = [];

/** Two hundred connections, on a busy machine. */
const BEGUN_MS_MAX = 120_000;

beforeAll(async () => {
  room = await TestClass.open();
  teacher = await room.teacher();
  teacher.saying.say(RUN);
  for (let i = 0; i < FOLLOWERS; i += 1) students.push(await room.student());
}, BEGUN_MS_MAX);

afterAll(() => room?.close(), BEGUN_MS_MAX);

function act(count: number): void {
  for (let i = 0; i < count; i += 1) {
    const one = cut(log.length * 1_000 + 1);
    teacher.saying.say({ t: "log", keep: log.length, add: [one] });
    log = [...log, one];
  }
  const us = log.length * 1_000;
  const digest = log.length.toString(16).padStart(16, "0");
  teacher.saying.beat({ us, events: us, digest, playing: false, speed: 1 }, true);
}

async function allHave(list: readonly { hearing: Hearing }[]): Promise<void> {
  await teacher.saying.settled();
  const digest = log.length.toString(16).padStart(16, "0");
  await vi.waitFor(
    () => {
      for (const { hearing } of list) expect(hearing.state.beat?.digest).toBe(digest);
    },
    { timeout: 30_000, interval: 20 },
  );
  for (const { hearing } of list) expect(shape(hearing.state)).toEqual([7, "first-look", log]);
}

function shape({ run, log: heard }: ClassRun) {
  const { scenario } = run ?? {};
  return [run?.seed, scenario?.kind === "builtin" ? scenario.id : "", heard];
}

it("tells everybody the same, in order", async () => {
  act(20);
  await allHave(students);
  // A past that was changed: the last five are others now.
  log = log.slice(0, 15);
  teacher.saying.say({ t: "log", keep: 15, add: [] });
  act(3);
  await allHave(students);
  expect(students.every(({ hearing }) => hearing.dropped === 0)).toBe(true);
  // Nothing was missed: nobody but at the beginning had to ask.
  expect(students.every(({ hearing }) => hearing.fetches === 1)).toBe(true);
});

it("gives a latecomer all of it", async () => {
  act(180);
  await teacher.saying.settled();
  const late = await room.student();
  expect(shape(late.hearing.state)).toEqual([7, "first-look", log]);
});

it("goes on after the server was killed", async () => {
  await room.server.stop("SIGKILL");
  // Said while nobody hears it.
  act(5);
  await room.server.start();
  await allHave(students);
});

it("goes on after a student was killed", async () => {
  const gone = students.splice(0, 20);
  await Promise.all(gone.map(({ wire }) => wire.close()));
  act(5);
  const back = await Promise.all(gone.map(() => room.student()));
  await allHave([...students, ...back]);
});

it("refuses what a student says as a teacher", async () => {
  const [one, other] = students;
  if (one === undefined || other === undefined) throw new Error("There are no students.");
  const subjects = subjectsOf(room.made.code);
  const forged = JSON.stringify({ t: "log", keep: 0, add: [] });
  const before = other.hearing.state;
  one.wire.tell(subjects.do, forged);
  one.wire.tell(subjects.saidDo, forged);
  one.wire.tell(subjects.beat, forged);
  await expect(one.wire.say(subjects.do, forged, { id: "forged-1" })).rejects.toThrow();
  await one.wire.flush();
  act(1);
  await allHave(students);
  expect(other.hearing.state.seq).toBe(before.seq + 2);
  // A student neither reads what others answer, nor answers without the class's code.
  await expect(one.wire.fetch("answers", 1)).rejects.toThrow();
  await expect(room.wire("0".repeat(32))).rejects.toThrow(/authori/i);
});

it("lets no page that led before say anything over what the next one said", async () => {
  let overtaken = 0;
  const next = await room.teacher();
  const before = await room.teacher(() => {
    overtaken += 1;
  });
  const one = cut(log.length * 1_000 + 1);
  next.saying.say({ t: "log", keep: log.length, add: [one] });
  await next.saying.settled();
  log = [...log, one];
  // A page that was away says what it still had to say.
  for (const said of [{ ...RUN, seed: 9 }, RUN]) before.saying.say(said);
  await before.saying.settled();
  expect(overtaken).toBe(1);
  teacher = next;
  act(1);
  await allHave(students);
});

it("refuses for good what is larger than a message", async () => {
  const { do: subject } = subjectsOf(room.made.code);
  const large = teacher.wire.say(subject, "x".repeat(131_073), { id: "large" });
  await expect(large).rejects.toBeInstanceOf(Refused);
  act(1);
  await allHave(students);
});

it("drops what is not understood, counts it, and goes on", async () => {
  const { do: subject, beat } = subjectsOf(room.made.code);
  for (const [at, text] of ["", "{", '{"t":"format-the-disk"}', "x".repeat(100_001)].entries())
    teacher.saying.goOn(await teacher.wire.say(subject, text, { id: `odd-${at}` }));
  await teacher.wire.say(beat, '{"us":-1}', { id: "odd-beat", isOnly: true });
  act(2);
  await allHave(students);
  expect(new Set(students.slice(0, 150).map(({ hearing }) => hearing.dropped))).toEqual(
    new Set([5]),
  );
});

it("brings answers to the teacher, and keeps them for one who comes back", async () => {
  const { kept: keptOf } = subjectsOf(room.made.code);
  const heard: string[] = [];
  teacher.wire.hear(keptOf("*"), ({ text }) => heard.push(text));
  await teacher.wire.flush();
  const text = JSON.stringify({ t: "answer", lesson: "first", step: "one", answer: 2 });
  await Promise.all(students.slice(0, 30).map(({ wire }) => wire.answer(text)));
  await vi.waitFor(() => expect(heard).toHaveLength(30));
  const kept = await teacher.wire.fetch("answers", 1);
  expect(kept).toHaveLength(30);
  expect(readAnswered(kept[0]?.text ?? "")).toMatchObject({ answer: 2 });
});
