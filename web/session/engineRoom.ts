/** The session's worker, replaced when it died or holds more memory than another run needs. */

import type { MemoryUse, Reply, RunSpec } from "@/engine/messages";
import { type Link, WorkerLink } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Deps } from "./deps";
import { firstUpdateRequest } from "./reduce";
import type { RunGroup } from "./runGroup";
import { worded } from "./wording";

/** A run that has left no more than this behind leaves the worker to the next one. */
export const LEFT_BYTES_MAX = 8 * 1024 * 1024;

type EngineRoomDeps = Pick<Deps, "run" | "makeWorker" | "every">;

export class EngineRoom {
  private readonly deps: EngineRoomDeps;
  /** The runs that go along with the one that is shown. */
  private readonly group: RunGroup;
  private present: Link | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(deps: EngineRoomDeps, group: RunGroup) {
    this.deps = deps;
    this.group = group;
  }

  /** The way to the run that is shown; its worker begins when it is first asked for. */
  get link(): Link {
    this.present ??= this.makeLink();
    return this.present;
  }

  /** After it died. */
  replace(): void {
    this.present?.close(t("The worker was replaced."));
    this.present = this.makeLink();
  }

  /**
   * Opens a run, one after the other; the old one stays until the new one stands. Undefined when the
   * worker was replaced meanwhile.
   */
  open(spec: RunSpec): Promise<Reply | undefined> {
    const opened = this.last.then(() => this.openNow(spec));
    this.last = opened;
    return opened;
  }

  private async openNow(spec: RunSpec): Promise<Reply | undefined> {
    const state = this.deps.run.getState();
    const old = this.link;
    const command = { type: "open", spec, updateRequest: firstUpdateRequest(state) } as const;
    // A run beside this one goes on with it where the scenario stays.
    if (!isHeavy(state.memory) || !this.group.isAlone) {
      const reply = await this.group.send(old, command);
      return old === this.present ? reply : undefined;
    }
    const fresh = this.makeLink();
    const reply = await fresh.send(command);
    const isStale = old !== this.present;
    if (isStale || reply.type === "refused") {
      fresh.close(t("It was not needed."));
      return isStale ? undefined : reply;
    }
    this.present = fresh;
    old.close(t("Its run was left."));
    return reply;
  }

  private makeLink(): Link {
    const { makeWorker, every } = this.deps;
    return worded(new WorkerLink(makeWorker(), every));
  }
}

function isHeavy({ module }: MemoryUse): boolean {
  return module > LEFT_BYTES_MAX;
}
