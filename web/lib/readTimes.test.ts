import { expect, test } from "vitest";

import { leaseText, safeText } from "./readTimes";

const plain = (text: string): string => text.replace(/\s/g, " ");

test("a lease says how long it lasts yet, or why it is not used", () => {
  expect([0, 1, 2, 3].map((state) => plain(leaseText(state, 420_000)))).toEqual([
    "",
    "lease 420 ms",
    "lease suspended",
    "lease over",
  ]);
});

test("a safe time says how long ago it is", () => {
  expect([-1, 3_000_000].map((lag) => plain(safeText(lag)))).toEqual(["", "safe 3 s ago"]);
});
