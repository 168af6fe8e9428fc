/** Lanes of a test side by side: what is told, in which order, and what a failure ends. */

import { spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sideBySide } from "./stages.mjs";

const say = (text) => ["-e", `console.log(${JSON.stringify(text)})`];
const FAIL = ["-e", "console.error('a reason'); process.exitCode = 3"];
/** Waits until somebody ends it. */
const WAIT = ["-e", "setInterval(() => {}, 1000)"];

/** Processes that this one started, where the system tells. */
function childrenOf(pid) {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);
}

/** Not one that has ended and whose parent has yet to ask for its end. */
function isAlive(pid) {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

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

  it("end with the process that runs them", async () => {
    const lanes = JSON.stringify([[["waits", ["-e", "setInterval(() => {}, 1000)"]]]]);
    const module = JSON.stringify(new URL("./stages.mjs", import.meta.url).href);
    const text = `
      const { sideBySide } = await import(${module});
      sideBySide("test", ${lanes});
      console.log("stands");
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", text]);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const before = childrenOf(child.pid);
    expect(before).toHaveLength(1);
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(130);
    await vi.waitFor(() => expect(before.filter(isAlive)).toEqual([]));
  });
});
