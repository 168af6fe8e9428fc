/**
 * A class with a real nats-server, attacked by somebody who has its code: nothing of what others
 * answered is lost, and others can still answer.
 */
import { type NatsConnection, wsconnect } from "@nats-io/nats-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newStudentId, subjectsOf } from "@/classroom/protocol";
import type { Saying } from "@/classroom/saying";
import type { Wire } from "@/classroom/wire";
import { TestClass } from "./classServer";

/** None of it may be stored: so how many there are is no matter (140,000 once pushed all else out). */
const FLOOD = 20_000;
/** A WebSocket message of the client has so many: the server takes none above 32 KiB. */
const IN_ONE = 50;
const ANSWER = JSON.stringify({ t: "answer", lesson: "first", step: "one", answer: 2 });
const JUNK = "x".repeat(500);

let room: TestClass;
let teacher: { wire: Wire; saying: Saying };
let honest: Wire;
let attacker: NatsConnection;
const seat = newStudentId();
const opened: NatsConnection[] = [];

beforeAll(async () => {
  room = await TestClass.open();
  teacher = await room.teacher();
  honest = await room.wire(null);
  await honest.answer(ANSWER);
  attacker = await enter({});
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await room?.close();
}, 120_000);

/** A program of the attacker's own, by default past the door, with a seat that it got there. */
async function enter(changes: object): Promise<NatsConnection> {
  const { code } = room.made;
  const { wsPort } = room.server;
  const nc = await wsconnect({
    servers: `ws://127.0.0.1:${wsPort}/class?code=${code}&seat=${seat}`,
    user: "student",
    pass: code,
    name: seat,
    inboxPrefix: `_INBOX_${seat}`,
    reconnect: false,
    ...changes,
  });
  opened.push(nc);
  return nc;
}

async function keptSubjects(): Promise<string[]> {
  return (await teacher.wire.fetch("answers", 1)).map(({ subject }) => subject);
}

/** Who was there before is there still, and somebody new is heard. */
async function expectNothingLost(): Promise<void> {
  const { kept } = subjectsOf(room.made.code);
  const late = await room.wire(null);
  await late.answer(ANSWER);
  const subjects = await keptSubjects();
  expect(subjects).toContain(kept(honest.seat));
  expect(subjects).toContain(kept(late.seat));
}

describe("who has the code", () => {
  it("cannot push answers out by a flood to subjects of their own choosing", async () => {
    const { answer } = subjectsOf(room.made.code);
    // Past the door, where no bytes are counted: the server itself must hold.
    const inside = await enter({ servers: `ws://127.0.0.1:${room.server.natsPort}` });
    for (let i = 0; i < FLOOD; i += 1) {
      inside.publish(answer(i.toString(16).padStart(24, "0")), JUNK);
      if (i % IN_ONE === 0) await inside.flush();
    }
    await inside.flush();
    await expectNothingLost();
    expect(await keptSubjects()).toHaveLength(2);
  });

  it("fills no more than a share of their own", async () => {
    const { answer, kept, here, present } = subjectsOf(room.made.code);
    let heard = 0;
    teacher.wire.hear(present("*"), () => {
      heard += 1;
    });
    for (let i = 0; i < 2_000; i += 1) {
      attacker.publish(answer(seat), ANSWER);
      attacker.publish(here(seat), "{}");
      if (i % IN_ONE === 0) await attacker.flush();
    }
    await attacker.flush();
    await expectNothingLost();
    // Nor does the teacher's page hear more of it.
    expect(heard).toBeGreaterThan(0);
    expect(heard).toBeLessThanOrEqual(20);
    const own = (await keptSubjects()).filter((subject) => subject === kept(seat));
    expect(own.length).toBeLessThanOrEqual(20);
  });

  it("cannot let the server write for them, to whomever", async () => {
    const { answer, do: said, kept } = subjectsOf(room.made.code);
    teacher.saying.say({ t: "names", ask: true });
    await teacher.saying.settled();
    const before = await keptSubjects();
    const asked = JSON.stringify({ last_by_subj: said });
    for (const reply of [answer(honest.seat), answer(newStudentId()), kept(honest.seat), said]) {
      attacker.publish("$JS.API.DIRECT.GET.CLASS", asked, { reply });
    }
    await attacker.flush();
    await expectNothingLost();
    expect(await keptSubjects()).toHaveLength(before.length + 1);
  });

  it("hears nobody else's answers, inbox or question of who may enter", async () => {
    const { kept } = subjectsOf(room.made.code);
    const refused: string[] = [];
    for (const subject of [
      "_INBOX.>",
      `_INBOX_${honest.seat}.>`,
      kept("*"),
      "$SYS.REQ.USER.AUTH",
      ">",
    ]) {
      attacker.subscribe(subject, { callback: (error) => void (error && refused.push(subject)) });
    }
    await vi.waitFor(() => expect(refused).toHaveLength(5));
  });

  it("sends nothing large", async () => {
    // The server says so itself, and closes a connection that does it nevertheless.
    expect(attacker.info?.max_payload).toBe(32_768);
  });
});

describe("who enters", () => {
  it("has a seat that the door gave", async () => {
    const past = `ws://127.0.0.1:${room.server.natsPort}`;
    await expect(enter({ servers: past, name: newStudentId() })).rejects.toThrow(/authori/i);
    await expect(enter({ servers: past, user: "clerk", pass: "" })).rejects.toThrow(/authori/i);
    await expect(enter({ pass: "NNNNNNNN" })).rejects.toThrow(/authori/i);
  });
});
