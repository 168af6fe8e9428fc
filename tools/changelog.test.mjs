/** CHANGELOG.md says what a version brought, and what keeps one from being released is told. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { changelogFaults, notesOf, sectionsOf } from "./changelog.mjs";
import { ROOT } from "./steps.mjs";

const TODAY = "2026-03-01";
const GOOD = `# Changelog

## Unreleased

## 1.1.0 - 2026-02-28

### Added
- A thing.

## 1.0.0 - 2026-01-31

### Added
- The first.
`;

const faults = (text) => changelogFaults(text, "1.1.0", TODAY);

describe("a changelog", () => {
  it("that has the version, its date and a change lets it be released", () => {
    expect(faults(GOOD)).toEqual([]);
  });

  it("gives the notes of a version", () => {
    expect(notesOf(GOOD, "1.1.0")).toBe("### Added\n- A thing.");
    expect(notesOf(GOOD, "1.0.0")).toBe("### Added\n- The first.");
    expect(notesOf(GOOD, "2.0.0")).toBeNull();
  });

  it.each([
    ["no open section", (text) => text.replace("## Unreleased\n", ""), /expected "## Unreleased"/],
    [
      "changes that are not released",
      (text) => text.replace("Unreleased\n", "Unreleased\n- Another.\n"),
      /found 1 lines under "Unreleased", expected none: they belong to 1\.1\.0/,
    ],
    ["another version", (text) => text.replace("1.1.0", "1.2.0"), /found "1\.2\.0" as the newest/],
    ["no date", (text) => text.replace(" - 2026-02-28", ""), /found the date ""/],
    ["no real date", (text) => text.replace("02-28", "13-28"), /found the date "2026-13-28"/],
    ["a date to come", (text) => text.replace("02-28", "03-02"), /is after today, 2026-03-01/],
    ["a group of its own", (text) => text.replace("### Added", "### News"), /the group "News"/],
    ["no change", (text) => text.replace("- A thing.\n", ""), /found no line of a change/],
    ["too many lines", (text) => text.replace("- A", "- B\n".repeat(150)), /at most 150/],
  ])("with %s is told so", (_, change, sentence) => {
    expect(faults(change(GOOD))).toEqual([expect.stringMatching(sentence)]);
  });
});

describe("CHANGELOG.md", () => {
  it("has an open section, and its versions fall", () => {
    const sections = sectionsOf(fs.readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8"));
    const versions = sections.map(({ version }) => version);
    expect(versions[0]).toBe("Unreleased");
    const inNumbers = versions.slice(1).map((version) => version.split(".").map(Number));
    expect(inNumbers).toEqual([...inNumbers].sort(compare).reverse());
  });
});

function compare(left, right) {
  const at = left.findIndex((part, i) => part !== right[i]);
  return at < 0 ? 0 : left[at] - right[at];
}
