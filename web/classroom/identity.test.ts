import { describe, expect, it } from "vitest";

import { keepLeaderId, keepName, keptName, studentIdIn, takeLeaderId } from "./identity";
import { isStudentId } from "./protocol";

function shelf() {
  const held = new Map<string, string>();
  const getItem = (key: string) => held.get(key) ?? null;
  const setItem = (key: string, value: string) => void held.set(key, value);
  const removeItem = (key: string) => void held.delete(key);
  return { getItem, setItem, removeItem };
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

describe("which page of a teacher it is", () => {
  it("is the same after a reload, and another one in a copy of the tab", () => {
    const tab = shelf();
    const first = takeLeaderId("BCDF2345", () => tab);
    expect(takeLeaderId("BCDF2345", () => tab)).not.toBe(first);
    keepLeaderId("BCDF2345", first, () => tab);
    expect(takeLeaderId("BCDF2346", () => tab)).not.toBe(first);
    keepLeaderId("BCDF2345", first, () => tab);
    expect(takeLeaderId("BCDF2345", () => tab)).toBe(first);
  });
});

describe("the name that a student gave", () => {
  it("survives a reload, in its class alone", () => {
    const tab = shelf();
    expect(keptName("BCDF2345", () => tab)).toBe("");
    keepName("BCDF2345", "Ada B", () => tab);
    expect(keptName("BCDF2345", () => tab)).toBe("Ada B");
    expect(keptName("BCDF2346", () => tab)).toBe("");
  });
});
