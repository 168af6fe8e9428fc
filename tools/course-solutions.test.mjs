/** The solutions for teachers: of every challenge, true of the recorded runs, and in no page. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hostedFiles, madeFiles } from "./course.mjs";
import { asSolutions, readSolutions } from "./course-solutions.mjs";
import { ROOT } from "./steps.mjs";

const SITE = "https://atlas.example.org/";

describe("the solutions", () => {
  const all = readSolutions();
  const text = asSolutions({ site: SITE });

  it("are of every challenge of the page, each with one of three stars", () => {
    const list = fs.readFileSync(path.join(ROOT, "public", "challenges", "index.json"), "utf8");
    expect(all.map(({ id }) => id)).toEqual(JSON.parse(list).map(({ id }) => id));
    for (const { id, challenge, solutions, wrong } of all) {
      expect(
        solutions.every(({ solved }) => solved),
        id,
      ).toBe(true);
      expect(
        wrong.some(({ solved }) => solved),
        id,
      ).toBe(false);
      expect(Math.max(...solutions.map(({ stars }) => stars)), id).toBe(3);
      expect(text).toContain(`## ${challenge.title}\n`);
      expect(text).toContain(`${SITE}?scenario=challenge.${id}`);
    }
  });

  it("have the digest and the acts of each run, as the command line takes them", () => {
    const lists = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, list]) => JSON.parse(list));
    expect(lists).toHaveLength(
      all.reduce((sum, { solutions, wrong }) => sum + solutions.length + wrong.length, 0),
    );
    for (const run of all.flatMap(({ solutions }) => solutions)) {
      expect(text).toContain(`digest \`${run.digest}\``);
      expect(lists).toContainEqual(run.acts);
    }
  });

  it("are written for the teacher and never into a built page", () => {
    expect(madeFiles(SITE)["solutions.md"]).toBe(text);
    const hosted = hostedFiles(SITE);
    expect(Object.keys(hosted).filter((name) => name.includes("solution"))).toEqual([]);
    const digests = all.flatMap(({ solutions }) => solutions.map(({ digest }) => digest));
    for (const content of Object.values(hosted))
      for (const digest of digests) expect(String(content)).not.toContain(digest);
  });
});
