import { describe, expect, it } from "vitest";

import { studentIdIn } from "./identity";
import { isStudentId } from "./protocol";

function shelf() {
  const held = new Map<string, string>();
  const getItem = (key: string) => held.get(key) ?? null;
  const setItem = (key: string, value: string) => void held.set(key, value);
  return { getItem, setItem };
}

describe("which student a page is", () => {
  it("stays the same in its tab and class", () => {
    const tab = shelf();
    const first = studentIdIn("BCDF2345", () => tab);
    expect(isStudentId(first)).toBe(true);
    expect(studentIdIn("BCDF2345", () => tab)).toBe(first);
    expect(studentIdIn("BCDF2346", () => tab)).not.toBe(first);
    expect(studentIdIn("BCDF2345", shelf)).not.toBe(first);
  });

  it("is a new one where what is kept is none, or nothing can be kept", () => {
    const odd = { ...shelf(), getItem: () => "BCDF2345 nobody" };
    expect(isStudentId(studentIdIn("BCDF2345", () => odd))).toBe(true);
    const forbidden = () => {
      throw new Error("SecurityError");
    };
    expect(isStudentId(studentIdIn("BCDF2345", forbidden))).toBe(true);
  });
});
