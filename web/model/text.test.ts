import { afterEach, describe, expect, it } from "vitest";
import { setWords } from "@/language/words";
import { inSentence, inTurn, sentence, withoutStop } from "./text";

describe("words put together", () => {
  afterEach(() => setWords("en", {}));

  it("follows English in English", () => {
    expect(sentence("s1 campaigns.")).toBe("S1 campaigns.");
    expect(inSentence("Gateway cores")).toBe("gateway cores");
    expect(inTurn(["It was a.", "", "It is b."])).toBe("It was a. It is b.");
    expect(inTurn([])).toBe("");
    expect(withoutStop("Heals all.")).toBe("Heals all");
  });

  it("leaves letters and blanks to a language that has none of that", () => {
    setWords("zh-CN", { "{sentence} {next}": "{sentence}{next}" });
    expect(sentence("s1 发起选举。")).toBe("s1 发起选举。");
    expect(inSentence("CPU 核")).toBe("CPU 核");
    expect(inTurn(["曾是 a。", "现在是 b。"])).toBe("曾是 a。现在是 b。");
    expect(withoutStop("全部恢复。")).toBe("全部恢复");
  });
});
