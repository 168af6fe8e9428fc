/** Lanes of a test side by side: what is told, in which order, and what a failure ends. */

import { afterEach, describe, expect, it, vi } from "vitest";
import { sideBySide } from "./stages.mjs";

const say = (text) => ["-e", `console.log(${JSON.stringify(text)})`];
const FAIL = ["-e", "console.error('a reason'); process.exitCode = 3"];
/** Waits until somebody ends it. */
const WAIT = ["-e", "setInterval(() => {}, 1000)"];

const told = [];
vi.spyOn(console, "log").mockImplementation((text) => told.push(text));
afterEach(() => told.splice(0));

describe("lanes", () => {
  it("show what each command printed, whole, under its name", async () => {
    await sideBySide("test", [
      [
        ["one", say("first")],
        ["two", say("second")],
      ],
      [["three", say("third")]],
    ]);
    const headings = told.filter((line) => line.startsWith("\n──"));
    expect(headings).toHaveLength(3);
    expect(headings).toContain("\n── test: one ──\nfirst");
    expect(headings.indexOf("\n── test: one ──\nfirst")).toBeLessThan(
      headings.indexOf("\n── test: two ──\nsecond"),
    );
  });

  it("end with the first that fails, and name it with its reason", async () => {
    const lanes = [
      [
        ["fails", FAIL],
        ["never", say("too late")],
      ],
      [["waits", WAIT]],
    ];
    await expect(sideBySide("test", lanes)).rejects.toThrow("test: fails failed");
    expect(told.join("\n")).toContain("a reason\n── failed: fails");
    expect(told.join("\n")).not.toContain("too late");
    expect(told.join("\n")).not.toContain("waits");
  });
});
