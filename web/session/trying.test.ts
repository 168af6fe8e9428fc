/** A press whose part of the page could not be fetched says so, and is done when it is tried again. */

import { expect, it, vi } from "vitest";
import { simStore } from "./simStore";
import { pressed } from "./trying";

it("a press that fails is told, and done when somebody tries again", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  let isThere = false;
  let done = 0;
  pressed(async () => {
    if (!isThere) throw new Error("No file.");
    done += 1;
  });
  await vi.waitFor(() => expect(simStore.getState().problem).toMatchObject({ text: "No file." }));
  expect(reported).toHaveBeenCalledOnce();
  isThere = true;
  simStore.getState().problem?.again?.();
  await vi.waitFor(() => expect(done).toBe(1));
  expect(simStore.getState().problem).toBeNull();
});
