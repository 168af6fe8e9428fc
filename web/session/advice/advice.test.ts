/** A form that is typed is looked at again after a look that failed. */

import { expect, test, vi } from "vitest";
import type { AdviceForm, Advised } from "@/engine/lens";

/** Whether workers start, and how many were asked for. */
const workers = vi.hoisted(() => ({ start: false, asked: 0 }));

const ADVISED = { plan: { form: {} }, problems: [] } as unknown as Advised;

vi.mock("@/engine/workers", async (original) => ({
  ...(await original<object>()),
  startLensWorker: () => {
    workers.asked += 1;
    if (!workers.start) throw new Error("No worker.");
    const worker = {
      onmessage: (_: { data: unknown }): void => {},
      postMessage: () =>
        queueMicrotask(() => worker.onmessage({ data: { type: "advised", advised: ADVISED } })),
      terminate: () => {},
    };
    return worker;
  },
}));

test("a worker that does not start is told of, and asked for again with the next letter", async () => {
  const { adviceStore, editForm } = await import("./advice");
  editForm({ a: 1 } as unknown as AdviceForm);
  await vi.waitFor(() => expect(adviceStore.getState().failure).toBe("No worker."));
  workers.start = true;
  editForm({ a: 2 } as unknown as AdviceForm);
  await vi.waitFor(() => expect(adviceStore.getState().plan).toBe(ADVISED.plan));
  expect(workers.asked).toBe(2);
});
