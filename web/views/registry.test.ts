/** Each view is a folder with an entry, and the registry has them all. */
import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { connectPorts } from "@/session/ports";
import { linkedViews } from "@/session/sharing/views";
import { VIEWS } from "./registry";
import { LANES } from "./series/laneTable";

const FOLDER = import.meta.dirname;
const ENTRIES = fs
  .readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && fs.existsSync(`${FOLDER}/${entry.name}/view.ts`))
  .map(({ name }) => name);

describe("the registry of views", () => {
  it("has the entry of each folder that has one", () => {
    expect(VIEWS.map(({ id }) => id).sort()).toEqual(ENTRIES.sort());
  });

  it("calls no two alike", () => {
    expect(new Set(VIEWS.map(({ title }) => title)).size).toBe(VIEWS.length);
  });

  it("has the view that each lane's figure leads to", () => {
    const ids = VIEWS.map(({ id }) => id);
    for (const { proof, title } of Object.values(LANES)) expect(ids, title).toContain(proof);
  });

  it("lets links open all that need nothing but the run", () => {
    connectPorts({ views: VIEWS });
    expect(linkedViews()).toEqual(VIEWS.map(({ id }) => id).filter((id) => id !== "compare"));
  });
});
