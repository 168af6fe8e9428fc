/** The lessons beside the page, as their files list them. */

import fs from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "..", "..", "public", "lessons");

interface Listed {
  id: string;
  file: string;
  title: string;
}

/** Each with how many steps it has. */
export function lessons(): { id: string; title: string; steps: number }[] {
  const list: Listed[] = JSON.parse(fs.readFileSync(path.join(FOLDER, "index.json"), "utf8"));
  return list.map(({ id, file, title }) => {
    const lesson = JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8"));
    return { id, title, steps: lesson.steps.length };
  });
}
