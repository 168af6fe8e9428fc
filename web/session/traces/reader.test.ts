/** Traces over a worker that answers as it is told. */

import { describe, expect, test } from "vitest";
import type { LensCommand, LensReply } from "@/engine/lens";
import type { LensLike } from "../advice/pool";
import { TRACE_BYTES_MAX, TraceReader, traceKindOfFiles } from "./reader";

class Fake implements LensLike {
  onmessage: LensLike["onmessage"] = null;
  onerror: LensLike["onerror"] = null;
  isOver = false;
  readonly asked: LensCommand[] = [];
  answer: (reply: LensReply) => void = () => {};

  postMessage(command: LensCommand): void {
    this.asked.push(command);
    this.answer = (data) => this.onmessage?.({ data } as MessageEvent<LensReply>);
  }

  terminate(): void {
    this.isOver = true;
  }
}

function reading() {
  const workers: Fake[] = [];
  const reader = new TraceReader(() => {
    const worker = new Fake();
    workers.push(worker);
    return worker;
  });
  return { reader, workers, state: () => reader.store.getState() };
}

const file = (name: string, text: string) => new File([text], name);
const asked = async (workers: Fake[], count: number): Promise<Fake> => {
  await expect.poll(() => workers.length).toBe(count);
  const worker = workers.at(-1);
  if (worker === undefined) throw new Error("No worker was begun.");
  return worker;
};
const NO_LOG = { line: 0, bad: "empty", found: "" } as const;

describe("what is opened", () => {
  test("goes to a worker, which ends with its answer", async () => {
    const { reader, workers, state } = reading();
    const open = reader.open([file("a.log", "A"), file("b.log", "B")], "clocks");
    const worker = await asked(workers, 1);
    expect(worker.asked).toEqual([{ type: "clocks", text: "A\nB", execution: 0 }]);
    expect(state()).toMatchObject({ names: ["a.log", "b.log"], read: null });
    worker.answer({ type: "clocks", log: NO_LOG });
    await open;
    expect(state().read).toEqual({ kind: "clocks", log: NO_LOG, execution: 0 });
    expect(worker.isOver).toBe(true);
    const chosen = reader.choose(1);
    const next = await asked(workers, 2);
    expect(next.asked).toEqual([{ type: "clocks", text: "A\nB", execution: 1 }]);
    next.answer({ type: "clocks", log: NO_LOG });
    await chosen;
  });

  test("is what was opened last", async () => {
    const { reader, workers, state } = reading();
    const first = reader.open([file("a.edn", "A")], "history");
    const before = await asked(workers, 1);
    const second = reader.open([file("b.log", "B")], "roles");
    const worker = await asked(workers, 2);
    expect(before.isOver).toBe(true);
    worker.answer({ type: "failed", message: "No lens." });
    await Promise.all([first, second]);
    expect(state()).toMatchObject({ names: ["b.log"], read: null, failure: "No lens." });
  });

  test("is forgotten when it is closed", async () => {
    const { reader, workers, state } = reading();
    const open = reader.open([file("a.edn", "A")], "history");
    const worker = await asked(workers, 1);
    reader.close();
    await open;
    expect(worker.isOver).toBe(true);
    expect(state().names).toEqual([]);
  });

  test("is refused when it is too large, or nothing that is known", async () => {
    const { reader, workers, state } = reading();
    const large = file("large.log", "");
    Object.defineProperty(large, "size", { value: TRACE_BYTES_MAX + 1 });
    await reader.open([large], "clocks");
    expect(state().failure).toMatch(/^large\.log: the file has .*; at most .* are read\.$/);
    await reader.refuse([file("x.txt", "hello")]);
    expect(state()).toMatchObject({ names: ["x.txt"], kind: null });
    const lock = file("a.edn", "{:process 0, :type :invoke, :f :acquire}");
    await reader.refuse([lock, file("b.log", 'a {"a":1}\nx')]);
    expect(state().failure).toMatch(/^b\.log is of another kind than a\.edn: /);
    expect(workers).toEqual([]);
  });
});

test("files are one trace when they are of one kind", async () => {
  const lock = file("a", "{:process 0, :type :invoke, :f :acquire}");
  const clocks = file("b", 'a {"a":1}\nx');
  expect(await traceKindOfFiles([lock, lock])).toBe("history");
  expect(await traceKindOfFiles([lock, clocks])).toBe(null);
  expect(await traceKindOfFiles([file("c", "hello")])).toBe(null);
  expect(await traceKindOfFiles([])).toBe(null);
});
