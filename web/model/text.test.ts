import { afterEach, describe, expect, it } from "vitest";
import { setWords } from "@/language/words";
import { capitalised, unitsHeld, withoutStop } from "./text";

describe("words put together", () => {
  afterEach(() => setWords("en", {}));

  it("follows English in English", () => {
    expect(capitalised("the link heals.", [])).toBe("The link heals.");
    expect(withoutStop("Heals all.")).toBe("Heals all");
  });

  it("leaves an id as it is written", () => {
    const ids = ["s1", "eu-west"];
    expect(capitalised("s1 campaigns.", ids)).toBe("s1 campaigns.");
    expect(capitalised("eu-west isolated", ids)).toBe("eu-west isolated");
    expect(capitalised("eu is not one of them", ids)).toBe("Eu is not one of them");
  });

  it("holds a figure to its unit, and to nothing else", () => {
    expect(unitsHeld("89 % of 16 KiB in 30 s.")).toBe("89\u00a0% of 16\u00a0KiB in 30\u00a0s.");
    expect(unitsHeld("2 stores, 3 minutes, 1 set")).toBe("2 stores, 3 minutes, 1 set");
  });

  it("leaves letters to a language that has no capitals", () => {
    setWords("zh-CN", {});
    expect(capitalised("s1 发起选举。", [])).toBe("s1 发起选举。");
    expect(withoutStop("全部恢复。")).toBe("全部恢复");
  });
});
