import { afterEach, describe, expect, test } from "vitest";

import type { Lesson } from "@/engine/types";
import { addTexts, setWords } from "@/language/words";
import { noSuchStep, stepNamed } from "./stepNamed";

const LESSON = {
  title: "The old leader",
  steps: [
    { id: "two", title: "Two leaders" },
    { id: "lie", title: "The lie" },
  ],
} as Lesson;

afterEach(() => setWords("en", {}));

describe("a step that an address asks for", () => {
  test("is meant by its id, its number or its title", () => {
    expect(stepNamed(LESSON, "lie")).toBe("lie");
    expect(stepNamed(LESSON, "2")).toBe("lie");
    expect(stepNamed(LESSON, "two leaders ")).toBe("two");
  });

  test("is told when there is none", () => {
    for (const asked of ["0", "3", "lei", ""]) expect(stepNamed(LESSON, asked)).toBeUndefined();
    expect(noSuchStep(LESSON, "lei")).toBe(
      "“The old leader” has no step “lei”. Its steps: 1 or two, 2 or lie. It begins where it was left.",
    );
  });

  test("is meant by its title in English or as it is shown", () => {
    setWords("zh-CN", {});
    addTexts({ "Two leaders": "两个 Leader", "The old leader": "旧 Leader" });
    expect(stepNamed(LESSON, " 两个 leader")).toBe("two");
    expect(stepNamed(LESSON, "Two leaders")).toBe("two");
    expect(stepNamed(LESSON, "the lie")).toBe("lie");
    expect(noSuchStep(LESSON, "lei")).toContain("旧 Leader");
  });
});
