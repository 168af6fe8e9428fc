/** Stamps, hashes and locks: what lets a second run skip, and two runs stand side by side. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CACHE,
  compareVersions,
  contentHash,
  filesBelow,
  lockedCrate,
  readStamp,
  replaceFolder,
  withLock,
  writeStamp,
} from "./steps.mjs";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "steps-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("stamps", () => {
  it("reads what was written, and nothing where nothing was", () => {
    const file = path.join(folder, "deep", "stamp");
    expect(readStamp(file)).toBeNull();
    writeStamp(file, "abc");
    expect(readStamp(file)).toBe("abc");
    expect(fs.readdirSync(path.dirname(file))).toEqual(["stamp"]);
  });

  it("hashes names and contents", () => {
    const files = ["tools/steps.mjs", "package.json"];
    expect(contentHash(files)).toBe(contentHash(files));
    expect(contentHash(files)).not.toBe(contentHash([...files].reverse()));
    expect(contentHash(files)).not.toBe(contentHash(files, "more"));
  });

  it("lists files below a folder, without what is skipped", () => {
    const all = filesBelow(["tools/protoc"], (file) => file.endsWith("/target"));
    expect(all).toContain("tools/protoc/src/main.rs");
    expect(filesBelow(["no-such-folder"])).toEqual([]);
  });
});

describe("replacing a folder", () => {
  it("leaves the new one and no trace of the old", () => {
    const [from, to] = [path.join(folder, "new"), path.join(folder, "pkg")];
    for (const [place, text] of [
      [from, "new"],
      [to, "old"],
    ]) {
      fs.mkdirSync(place);
      fs.writeFileSync(path.join(place, "file"), text);
    }
    replaceFolder(from, to);
    expect(fs.readFileSync(path.join(to, "file"), "utf8")).toBe("new");
    expect(fs.readdirSync(folder)).toEqual(["pkg"]);
  });
});

describe("the lock", () => {
  const name = `test-${process.pid}`;
  const file = path.join(CACHE, `${name}.lock`);

  it("lets one in after the other", async () => {
    const order = [];
    const hold = (label) =>
      withLock(name, async () => {
        order.push(`${label} in`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push(`${label} out`);
      });
    await Promise.all([hold("a"), hold("b")]);
    expect(order).toEqual(["a in", "a out", "b in", "b out"]);
    expect(fs.existsSync(file)).toBe(false);
  });

  it("passes over one whose owner is gone, and is released on a failure", async () => {
    fs.mkdirSync(CACHE, { recursive: true });
    // Above every system's highest process id.
    fs.writeFileSync(file, "2147483646");
    const failing = withLock(name, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(fs.existsSync(file)).toBe(false);
  });
});

describe("versions", () => {
  it("compares by number", () => {
    expect(compareVersions("0.10.0", "0.9.9")).toBeGreaterThan(0);
    expect(compareVersions("20.19.0", "20.19.0")).toBe(0);
    expect(compareVersions("3.1", "3.1.0")).toBe(0);
  });

  it("reads a crate's version from the lock file", () => {
    expect(lockedCrate("wasm-bindgen")).toMatch(/^\d+\.\d+\.\d+$/);
    expect(() => lockedCrate("no-such-crate")).toThrow("does not name");
  });
});
