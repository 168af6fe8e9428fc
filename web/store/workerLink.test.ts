import { describe, expect, it } from "vitest";

import type { Request, Response } from "@/protocol/messages";
import { type WorkerLike, WorkerLink } from "./workerLink";

class SilentWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  asked: Request[] = [];
  terminated = false;

  postMessage(request: Request): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.terminated = true;
  }

  answer(response: Response): void {
    this.onmessage?.({ data: response } as MessageEvent<Response>);
  }
}

describe("the link to the worker", () => {
  it("gives each command its own reply", async () => {
    const worker = new SilentWorker();
    const link = new WorkerLink(worker);
    const first = link.send({ type: "report" });
    const second = link.send({ type: "report" });
    const [a, b] = worker.asked.map(({ id }) => id);
    worker.answer({ id: b ?? 0, type: "reported", report: "b" });
    worker.answer({ id: a ?? 0, type: "reported", report: "a" });
    expect([await first, await second]).toMatchObject([{ report: "a" }, { report: "b" }]);
  });

  it("answers what waits when the worker dies, and all that comes later", async () => {
    const worker = new SilentWorker();
    const link = new WorkerLink(worker);
    const waiting = link.send({ type: "report" });
    worker.onerror?.({ message: "no such file" } as ErrorEvent);
    const dead = { type: "panicked", message: "no such file" };
    expect(await waiting).toEqual(dead);
    expect(await link.send({ type: "report" })).toEqual(dead);
  });

  it("ends the worker when it is closed", async () => {
    const worker = new SilentWorker();
    const link = new WorkerLink(worker);
    const waiting = link.send({ type: "report" });
    link.close("replaced");
    expect(worker.terminated).toBe(true);
    expect(await waiting).toMatchObject({ message: "replaced" });
  });
});
