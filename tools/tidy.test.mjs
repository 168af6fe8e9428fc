/** Each house rule trips on what it forbids, and lets the rest pass. */

import { describe, expect, it } from "vitest";
import { tidyFile } from "./tidy.mjs";

const RUST = "//! What this is.\n\n";
const SCRIPT = "/** What this is. */\n\n";

function broken(file, text) {
  return tidyFile(file, text).join("\n");
}

describe("tidy", () => {
  it("lets a short module pass that says what it is", () => {
    expect(tidyFile("core/sim/src/lib.rs", `${RUST}pub fn now() {}\n`)).toEqual([]);
    expect(tidyFile("web/model/units.ts", `${SCRIPT}export const A = 1;\n`)).toEqual([]);
  });

  it("asks every module for its opening", () => {
    expect(broken("core/sim/src/lib.rs", "pub fn now() {}\n")).toContain("opens with //!");
    expect(broken("web/model/units.ts", "export const A = 1;\n")).toContain("opens with /**");
    expect(broken("web/shell/App.tsx", "// a note\n")).toContain("opens with /**");
    expect(tidyFile("web/model/units.test.ts", "export {};\n")).toEqual([]);
  });

  it("caps the length of files, tests not counted", () => {
    const long = "x\n".repeat(700);
    expect(broken("core/sim/src/lib.rs", RUST + long)).toContain("at most 600");
    expect(broken("web/model/units.ts", SCRIPT + long)).toContain("at most 400");
    expect(tidyFile("web/model/units.test.ts", SCRIPT + long)).toEqual([]);
    expect(tidyFile("core/sim/src/lib.rs", `${RUST}#[cfg(test)]\n${long}`)).toEqual([]);
  });

  it("finds what was left for later", () => {
    for (const word of ["TODO", "FIXME", "XXX"]) {
      expect(broken("web/model/units.ts", `${SCRIPT}// ${word}: later\n`)).toContain(word);
    }
    expect(broken("core/sim/src/lib.rs", `${RUST}dbg!(x);\n`)).toContain("dbg!");
    expect(broken("core/sim/src/lib.rs", `${RUST}#[ignore]\n`)).toContain("#[ignore");
  });

  it("keeps clocks, files and unequal floats out of the core", () => {
    const core = "core/cluster/src/a.rs";
    expect(broken(core, `${RUST}let t = std::time::Instant::now();\n`)).toContain("std::time");
    expect(broken(core, `${RUST}let text = std::fs::read("a");\n`)).toContain("std::fs");
    expect(broken(core, `${RUST}let y = x.ln();\n`)).toContain("integer table");
    expect(tidyFile("core/cli/src/main.rs", `${RUST}std::fs::read("a");\n`)).toEqual([]);
  });

  it("keeps chance and timers out of the pictures, and sleeps out of the browser tests", () => {
    expect(broken("web/views/map/a.ts", `${SCRIPT}Math.random();\n`)).toContain("the seed");
    expect(broken("web/views/map/a.ts", `${SCRIPT}setTimeout(f, 1);\n`)).toContain("simulation");
    expect(broken("e2e/tests/a.spec.ts", `${SCRIPT}page.waitForTimeout(9);\n`)).toContain("wait");
  });

  it("lets the page go by rows of acts, requests, roles and modes, and name none of them", () => {
    const row = "go by its row";
    expect(broken("web/shell/a.ts", `${SCRIPT}if (action.do === "cut") cut();\n`)).toContain(row);
    expect(broken("web/shell/a.ts", `${SCRIPT}if (view.role !== "leader") ask();\n`)).toContain(
      row,
    );
    expect(broken("web/shell/a.ts", `${SCRIPT}if (mode === "lease-unsafe") f();\n`)).toContain(row);
    expect(broken("web/shell/a.ts", `${SCRIPT}if (asked.op !== "put") f();\n`)).toContain(row);
    expect(broken("web/shell/a.ts", `${SCRIPT}switch (action.do) {}\n`)).toContain(row);
    expect(broken("web/shell/a.ts", `${SCRIPT}switch (request.op) {}\n`)).toContain(row);
    expect(tidyFile("web/shell/a.ts", `${SCRIPT}if (file.role === "cluster") f();\n`)).toEqual([]);
    expect(tidyFile("web/shell/a.ts", `${SCRIPT}switch (request.do) {}\n`)).toEqual([]);
    expect(tidyFile("web/shell/a.test.ts", `${SCRIPT}switch (action.do) {}\n`)).toEqual([]);
  });

  it("lets the room of the engine alone start a worker", () => {
    const start = `${SCRIPT}new Worker(new URL("./worker/a.ts", import.meta.url));\n`;
    expect(tidyFile("web/engine/a.ts", start)).toEqual([]);
    expect(broken("web/shell/a.ts", start)).toContain("only web/engine");
  });

  it("wants one title in a document", () => {
    expect(tidyFile("README.md", "# A\n\n```\n# not a title\n```\n")).toEqual([]);
    expect(broken("README.md", "# A\n\n# B\n")).toContain("one");
    expect(broken("README.md", "text\n")).toContain("one");
  });
});
