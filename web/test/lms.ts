/** What tests of the reports to learning platforms share. */

import fs from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "..", "..", "public", "lessons");

/** The ids of the steps of each lesson of the page. */
export function listedLessons(): string[][] {
  const read = (file: string): unknown =>
    JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8"));
  const listed = read("index.json") as { file: string }[];
  return listed.map(({ file }) =>
    (read(file) as { steps: { id: string }[] }).steps.map(({ id }) => id),
  );
}
