import { afterEach, describe, expect, it } from "vitest";
import { setWords } from "@/language/words";
import { sentence, withoutStop } from "./text";

describe("words put together", () => {
  afterEach(() => setWords("en", {}));

  it("follows English in English", () => {
    expect(sentence("s1 campaigns.")).toBe("S1 campaigns.");
    expect(withoutStop("Heals all.")).toBe("Heals all");
  });

  it("leaves letters to a language that has no capitals", () => {
    setWords("zh-CN", {});
    expect(sentence("s1 发起选举。")).toBe("s1 发起选举。");
    expect(withoutStop("全部恢复。")).toBe("全部恢复");
  });
});
