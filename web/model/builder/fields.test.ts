import fs from "node:fs";
import { expect, test } from "vitest";

import { type Schema, SchemaBook } from "../schemaBook";
import { enteredText, fieldsAt, valueEntered } from "./fields";
import { valueAt } from "./network";
import type { Path } from "./part";

const BOOK = new SchemaBook(
  JSON.parse(fs.readFileSync("public/schema/scenario.json", "utf8")) as Schema,
);

const FOLDER = "public/scenarios";
const SHIPPED = fs
  .readdirSync(FOLDER)
  .filter((name) => name !== "index.json")
  .map((name): [string, unknown] => [
    name,
    JSON.parse(fs.readFileSync(`${FOLDER}/${name}`, "utf8")),
  ]);

const EMPTY = { topology: { zones: [{}], stores: [{}], gateways: [{}] }, workload: [{}] };

function controls(path: Path): Record<string, string> {
  return Object.fromEntries(
    fieldsAt(BOOK, EMPTY, path).map(({ key, control }) => [key, control.kind]),
  );
}

test("fields are what the schema says", () => {
  expect(controls(["topology", "zones", 0])).toEqual({
    id: "short",
    name: "short",
    region: "short",
  });
  expect(controls(["topology", "links", "cross_zone"])).toMatchObject({
    rtt: "short",
    usd_per_gb: "short",
  });
  expect(controls(["data"])).toMatchObject({ leaders: "list", place: "choice", ranges: "short" });
  expect(controls(["workload", 0])).toMatchObject({
    op: "choice",
    keys: "list",
    retry: "object",
    ramp: "json",
    through: "list",
  });
  expect(controls(["settings"])).toMatchObject({
    check_quorum: "choice",
    follower_replication: "json",
  });
});

/** Every object of a file for which there is a form. */
function formsOf(root: unknown, path: Path): Path[] {
  const here = valueAt(root, path);
  if (Array.isArray(here)) return here.flatMap((_, i) => formsOf(root, [...path, i]));
  if (typeof here !== "object" || here === null) return [];
  return [path, ...Object.keys(here).flatMap((key) => formsOf(root, [...path, key]))];
}

test.each(SHIPPED)("what stands in a field of %s is entered as it stood", (_name, root) => {
  let seen = 0;
  for (const top of ["topology", "data", "workload", "settings", "raft", "costs", "reads"]) {
    for (const path of formsOf(root, [top])) {
      for (const { key, control } of fieldsAt(BOOK, root, path)) {
        const value = valueAt(root, [...path, key]);
        if (value === undefined || control.kind === "object") continue;
        const entered = valueEntered(enteredText(value, control), control);
        // A list of none is an empty field; what is not entered is not changed.
        expect(entered ?? [], `${path} ${key}`).toEqual(value);
        seen += 1;
      }
    }
  }
  expect(seen).toBeGreaterThan(8);
});

test("numbers are numbers where there may be some, and else a text", () => {
  expect(valueEntered("12", { kind: "short", numbers: true })).toBe(12);
  expect(valueEntered("12", { kind: "short", numbers: false })).toBe("12");
  expect(valueEntered("10Gbps", { kind: "short", numbers: true })).toBe("10Gbps");
  expect(valueEntered(" ", { kind: "short", numbers: true })).toBeUndefined();
  expect(valueEntered("s1, s2,", { kind: "list", numbers: false })).toEqual(["s1", "s2"]);
  expect(() => valueEntered("{", { kind: "json" })).toThrow();
});
