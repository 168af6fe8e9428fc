import { expect, test } from "vitest";

import { type Fetched, FetchedOnce } from "./fetched";

test("what was fetched is kept, also while it is on its way; what failed is asked for again", async () => {
  let asked = 0;
  let isThere = false;
  const texts = new FetchedOnce<string>(async (key): Promise<Fetched<string>> => {
    asked += 1;
    return isThere ? { ok: true, value: key } : { ok: false, message: "gone" };
  });
  const both = await Promise.all([texts.of("a"), texts.of("a")]);
  expect([both.map(({ ok }) => ok), asked]).toEqual([[false, false], 1]);
  isThere = true;
  expect(await texts.of("a")).toEqual({ ok: true, value: "a" });
  expect(await texts.of("a")).toEqual({ ok: true, value: "a" });
  expect(asked).toBe(2);
  texts.forget();
  await texts.of("a");
  expect(asked).toBe(3);
});

test("what throws is asked for again, too", async () => {
  let asked = 0;
  const texts = new FetchedOnce<string>(async () => {
    asked += 1;
    if (asked === 1) throw new Error("no");
    return { ok: true, value: "yes" };
  });
  await expect(texts.of("a")).rejects.toThrow("no");
  expect(await texts.of("a")).toEqual({ ok: true, value: "yes" });
});
