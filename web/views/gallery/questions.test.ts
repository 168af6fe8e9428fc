import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { CHIP_OF, CHIPS } from "./questions";

const LIST = path.resolve(
  import.meta.dirname,
  "..",
  "..",
  "..",
  "public",
  "scenarios",
  "index.json",
);

it("every question of the list has a chip, and every chip a question", () => {
  const list = JSON.parse(fs.readFileSync(LIST, "utf8")) as { question: string }[];
  const asked = new Set(list.map(({ question }) => question));
  expect(new Set(Object.keys(CHIP_OF))).toEqual(asked);
  const { lessons: _, ...ofQuestions } = CHIPS;
  expect(new Set(Object.values(CHIP_OF))).toEqual(new Set(Object.keys(ofQuestions)));
});
