import { describe, expect, it } from "vitest";

import type { Request, Response } from "./messages";
import { PATIENCE_CHECKS, type WorkerLike, WorkerLink } from "./workerLink";

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

  it("says the sentence of a worker that knows only the cause", async () => {
    const worker = new SilentWorker();
    const link = new WorkerLink(worker);
    const waiting = link.send({ type: "report" });
    const id = worker.asked[0]?.id ?? 0;
    worker.answer({ id, type: "panicked", message: "no such file", unloaded: true });
    const message = "The engine could not be loaded: no such file";
    expect(await waiting).toMatchObject({ type: "panicked", message });
  });

  it("ends the worker when it is closed", async () => {
    const worker = new SilentWorker();
    const link = new WorkerLink(worker);
    const waiting = link.send({ type: "report" });
    link.close("replaced");
    expect(worker.terminated).toBe(true);
    expect(await waiting).toMatchObject({ message: "replaced" });
  });

  describe("that is gone without a word", () => {
    let checks: (() => void)[] = [];
    const every = (callback: () => void): (() => void) => {
      checks.push(callback);
      return () => {
        checks = checks.filter((one) => one !== callback);
      };
    };
    const check = (times: number): void => {
      for (let i = 0; i < times; i += 1) for (const one of [...checks]) one();
    };

    it("is taken for dead once it gave no sign of life for long enough", async () => {
      const worker = new SilentWorker();
      const link = new WorkerLink(worker, every);
      const waiting = link.send({ type: "report" });
      check(PATIENCE_CHECKS - 1);
      expect(worker.terminated).toBe(false);
      check(1);
      expect(worker.terminated).toBe(true);
      expect(await waiting).toMatchObject({ type: "panicked", gone: true });
      expect(checks).toEqual([]);
    });

    it("is waited for while it is at work, and not looked at while nobody waits", async () => {
      const worker = new SilentWorker();
      const link = new WorkerLink(worker, every);
      const waiting = link.send({ type: "report" });
      for (let i = 0; i < 10; i += 1) {
        check(PATIENCE_CHECKS - 1);
        worker.answer({ id: 0, type: "working" });
      }
      worker.answer({ id: worker.asked[0]?.id ?? 0, type: "reported", report: "late" });
      expect(await waiting).toMatchObject({ report: "late" });
      expect(checks).toEqual([]);
    });
  });
});
