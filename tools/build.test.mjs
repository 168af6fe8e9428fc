/** `npm start` and `npm run class` load these before any package is installed. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./steps.mjs";

const FIRST = ["start", "class", "setup", "dev", "test", "build"];

/** What a module loads at once, itself and through its own: files of tools/, and all else by name. */
function loaded(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = fs.readFileSync(path.join(ROOT, "tools", file), "utf8");
  for (const [, from] of text.matchAll(
    /^(?:import|export)\s[^;]*?from "([^"]+)";|^import "[^"]+";/gm,
  )) {
    if (from?.startsWith("./")) loaded(from.slice(2), found);
    else if (from !== undefined) found.add(from);
  }
  return found;
}

describe("a command that sets up first", () => {
  it.each(FIRST)("loads nothing that is not Node’s own or here: %s", (name) => {
    const outside = [...loaded(`${name}.mjs`)].filter((from) => !/^node:|\.mjs$/.test(from));
    expect(outside).toEqual([]);
  });

  it("would be seen to load a package", () => {
    expect([...loaded("docs.mjs")]).toEqual(expect.arrayContaining(["marked", "minisearch"]));
  });
});
