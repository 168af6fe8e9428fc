/**
 * The published JSON Schemas, asked by a validator that knows nothing of this project, in its strict
 * mode: it refuses formats and keywords that JSON Schema does not have. The same table is read by
 * the engine's reader in core/cli/tests/it/schemas.rs.
 */

import { readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const table = json("core/cli/testdata/files-that-schema-and-reader-judge.json");
const NAMES = readdirSync("public/schema").map((file) => file.replace(".json", ""));

/** Union types are what optional keys are made of, and a rule may speak of a key declared beside it. */
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
});
const judges = Object.fromEntries(
  NAMES.map((name) => [name, ajv.compile(json(`public/schema/${name}.json`))]),
);

/** The right file of a row, with its place changed or taken out. */
function fileOf({ of, at, ...row }) {
  const tree = structuredClone(table.right[of]);
  const steps = at.split("/").slice(1);
  const key = steps.pop();
  let here = tree;
  for (const step of steps) {
    here[step] ??= {};
    here = here[step];
  }
  if ("is" in row) here[key] = row.is;
  else delete here[key];
  return tree;
}

const told = (row) => `${row.of}${row.at} ${JSON.stringify(row.is)?.slice(0, 60) ?? "left out"}`;

describe("a published schema", () => {
  it.each(Object.entries(table.right))("takes a right file: %s", (of, right) => {
    expect(judges[of](right) || judges[of].errors).toBe(true);
  });

  it.each(table.taken.map((row) => [told(row), row]))("takes %s", (_, row) => {
    const judge = judges[row.of];
    expect(judge(fileOf(row)) || judge.errors).toBe(true);
  });

  it.each(table.refused.map((row) => [told(row), row]))("refuses %s", (_, row) => {
    expect(judges[row.of](fileOf(row))).toBe(false);
  });

  it.each([
    ["scenario", "public/scenarios"],
    ["scenario", "public/field"],
    ["lesson", "public/lessons"],
    ["challenge", "public/challenges"],
    ["sweep", "public/sweeps"],
    ["advice", "public/advice"],
    ["real", "public/real"],
  ])("takes every file that ships: %s", (name, folder) => {
    const files = readdirSync(folder).filter((file) => /(?<!index)\.json$/.test(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const judge = judges[name];
      expect(judge(json(`${folder}/${file}`)) || judge.errors, file).toBe(true);
    }
  });

  it("takes the list of published figures", () => {
    expect(judges.fidelity(json("public/fidelity.json")) || judges.fidelity.errors).toBe(true);
  });

  it("names no format that only one library knows", () => {
    for (const name of NAMES) {
      const text = readFileSync(`public/schema/${name}.json`, "utf8");
      expect(text, name).not.toMatch(/"format": "(u?int\d*|float|double)"/);
    }
  });
});
