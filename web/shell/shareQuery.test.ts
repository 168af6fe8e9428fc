import { describe, expect, test } from "vitest";

import { PANELS } from "@/session/stage";
import { readAddress } from "./address";
import { queryOf, type Staged } from "./shareQuery";

const PLAIN: Staged = {
  panels: PANELS,
  locked: false,
  theme: null,
  presenting: false,
  level: "watch",
  beside: null,
};

describe("what goes with a shared run", () => {
  test("is nothing while the page is as ever", () => {
    expect(queryOf(PLAIN)).toBe("");
    expect(queryOf({ ...PLAIN, panels: [] })).toBe("");
    expect(queryOf({ ...PLAIN, level: "instruments" })).toBe("?level=instruments");
    expect(queryOf({ ...PLAIN, beside: { kind: "branch", id: 1 } })).toBe("");
  });

  test("is read again as it was ticked", async () => {
    const staged: Staged = {
      panels: ["time", "map"],
      locked: true,
      theme: "dark",
      presenting: true,
      level: "instruments",
      beside: { kind: "setting", key: "pre_vote", value: false },
    };
    const query = queryOf(staged);
    expect(query).toBe("?panels=map,time&lock&theme=dark&beside=pre_vote%3Afalse&present");
    expect(await readAddress({ search: query, hash: "" }, true)).toMatchObject({
      panels: ["map", "time"],
      lock: "controls",
      theme: "dark",
      present: true,
      beside: staged.beside,
      problems: [],
    });
  });
});
