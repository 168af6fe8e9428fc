/** The list of published figures as the page reads it. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { bySource, readFidelity, readOurs } from "./fidelity";

const TEXT = readFileSync("public/fidelity.json", "utf8");

function list() {
  const read = readFidelity(TEXT);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

test("every row of the page's own list is shown under its source", () => {
  const { rows } = list();
  const shown = bySource(list(), "all").flatMap((group) => group.rows);
  expect(shown.map((row) => row.id).sort()).toEqual(rows.map((row) => row.id).sort());
});

test("rows of one standing are those alone, and no source stands empty", () => {
  for (const standing of ["measured", "predicted", "fitted", "not_modelled"] as const) {
    const groups = bySource(list(), standing);
    expect(groups.every((group) => group.rows.length > 0)).toBe(true);
    const standings = groups.flatMap((group) => group.rows.map((row) => row.standing));
    expect(new Set(standings)).toEqual(new Set([standing]));
  }
});

test("a fitted row says to what, and one that is not modelled says why", () => {
  for (const row of list().rows) {
    if (row.standing === "fitted") expect(row.fitted.length).toBeGreaterThan(0);
    if (row.standing === "not_modelled") expect(row.why).toBeTruthy();
  }
});

test("a measured row names the result that ships with the page", () => {
  const measured = list().rows.filter((row) => row.standing === "measured");
  expect(measured.length).toBeGreaterThan(0);
  for (const row of measured) {
    expect(existsSync(`public/real/${row.measured?.result}`), row.id).toBe(true);
  }
});

test("every row that names a run says what the engine comes to, and no other does", () => {
  const read = readOurs(readFileSync("public/fidelity-ours.json", "utf8"));
  if (!read.ok) throw new Error(read.message);
  const named = list().rows.filter((row) => row.ours !== undefined);
  expect(Object.keys(read.value).sort()).toEqual(named.map(({ id }) => id).sort());
});

test("what is no such list is told with its place", () => {
  expect(readFidelity("{").ok).toBe(false);
  const read = readFidelity('{"text":"","sources":[],"rows":[{"id":7}]}');
  expect(read.ok ? "" : read.message).toContain("rows.0.id");
});
