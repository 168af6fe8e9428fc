/** What is taken from the wire: total functions of any text. */
import { describe, expect, it } from "vitest";

import {
  bytesOf,
  isStudentId,
  newStudentId,
  partOf,
  readAnswered,
  readBeat,
  readHere,
  readSaid,
  SAID_BYTES_MAX,
} from "./protocol";

const said = (value: object) => readSaid(JSON.stringify(value));

describe("what a teacher says", () => {
  it("is read back as it was", () => {
    const log = {
      t: "log",
      keep: 2,
      add: [{ at_us: 5, action: { do: "cut", from: "a" }, text: "" }],
    };
    expect(said(log)).toEqual(log);
    expect(said({ t: "lesson", at: null })).toEqual({ t: "lesson", at: null });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["another kind", '{"t":"eval","code":"1"}'],
    ["a list", "[]"],
    [
      "a negative instant",
      '{"t":"log","keep":0,"add":[{"at_us":-1,"action":{"do":"x"},"text":""}]}',
    ],
    ["a path for a name", '{"t":"lesson","at":{"id":"../x","step":"a","began_us":null}}'],
    [
      "an action without its verb",
      '{"t":"log","keep":0,"add":[{"at_us":1,"action":{},"text":""}]}',
    ],
    ["something too long", " ".repeat(SAID_BYTES_MAX + 1)],
  ])("is not %s", (_, text) => {
    expect(readSaid(text)).toBeUndefined();
  });

  it("has no more actions in one message than its bound", () => {
    const add = Array.from({ length: 201 }, () => ({ at_us: 1, action: { do: "x" }, text: "" }));
    expect(said({ t: "log", keep: 0, add })).toBeUndefined();
  });

  it("stands at an instant with a digest", () => {
    const beat = { us: 1, events: 1, digest: "0".repeat(16), playing: true, speed: 1, after: 0 };
    expect(readBeat(JSON.stringify(beat))).toEqual(beat);
    expect(readBeat(JSON.stringify({ ...beat, digest: "<b>" }))).toBeUndefined();
    expect(readBeat(JSON.stringify({ ...beat, speed: 1e9 }))).toBeUndefined();
  });
});

describe("what a student says", () => {
  it("is an answer, a goal, or that they are there", () => {
    const answer = { t: "answer", lesson: "leader", step: "majority", answer: 1 };
    expect(readAnswered(JSON.stringify(answer))).toEqual(answer);
    expect(readAnswered(JSON.stringify({ ...answer, answer: 1.5 }))).toBeUndefined();
    expect(readHere('{"follows":true,"same":"yes","name":"Ada"}')).toMatchObject({ name: "Ada" });
    expect(readHere(`{"follows":true,"same":"yes","name":"${"x".repeat(41)}"}`)).toBeUndefined();
  });

  it("comes from an id of its own", () => {
    const ids = Array.from({ length: 100 }, newStudentId);
    expect(new Set(ids).size).toBe(100);
    expect(ids.every(isStudentId)).toBe(true);
    expect(isStudentId("*")).toBe(false);
  });
});

it("says a long log in messages that the server takes, whatever its letters", () => {
  const one = { at_us: 1, action: { do: "put" }, text: "写".repeat(400) };
  let rest = Array.from({ length: 150 }, () => one);
  const parts: number[] = [];
  while (rest.length > 0) {
    const part = partOf(rest);
    expect(bytesOf(JSON.stringify({ t: "log", keep: 0, add: part }))).toBeLessThan(SAID_BYTES_MAX);
    parts.push(part.length);
    rest = rest.slice(part.length);
  }
  expect(parts.reduce((sum, n) => sum + n)).toBe(150);
  expect(partOf(Array.from({ length: 300 }, () => ({ ...one, text: "" })))).toHaveLength(200);
  expect(partOf([{ ...one, text: "x".repeat(90_000) }, one])).toHaveLength(1);
});
