/**
 * What end-to-end tests may do without pixels: fetched only in test builds or with ?e2e.
 * Must not offer anything that a person could not do, except to panic.
 */

import { endFirstMinute } from "@/lib/firstMinute";
import type { Action, Frame, Target, World } from "@/protocol/engine";
import type { MemoryUse } from "@/protocol/messages";
import { settledBranches } from "@/store/branches";
import { writeReplay } from "@/store/lensClient";
import type { Branch } from "@/store/session";
import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";

export interface SimApi {
  open(id: string, variant?: string, seed?: number): Promise<void>;
  advanceTo(us: number): Promise<void>;
  seek(us: number): Promise<void>;
  back(): Promise<void>;
  branches(): { branches: Branch[]; current: number };
  switchBranch(id: number): Promise<void>;
  removeBranch(id: number): Promise<void>;
  setSpeed(speed: number): void;
  play(): void;
  selection(): Target | null;
  select(target: Target | null): void;
  memory(): MemoryUse;
  digest(): string;
  report(): Promise<string>;
  frame(): Frame | null;
  act(action: Action): Promise<void>;
  /** How many actions were done by hand. */
  actions(): number;
  /** What things are called. */
  world(): World | null;
  /** The session up to the instant shown, as the export writes it. */
  replayFile(): Promise<string>;
  panic(): Promise<void>;
  /** Of the run beside; null without one. */
  second(): Frame | null;
  panicBeside(): Promise<void>;
}

declare global {
  interface Window {
    simApi?: SimApi;
  }
}

export function exposeSimApi(): void {
  endFirstMinute();
  window.simApi = {
    open: async (id, variant, seed) => {
      await sim.open(
        { kind: "builtin", id },
        {
          play: false,
          ...(variant === undefined ? {} : { variant }),
          ...(seed === undefined ? {} : { seed }),
        },
      );
    },
    advanceTo: (us) => sim.advanceTo(us),
    seek: (us) => sim.seek(us),
    back: () => sim.back(),
    branches: () => {
      const { session, furthestUs } = simStore.getState();
      if (session === null) return { branches: [], current: -1 };
      return { branches: settledBranches(session, furthestUs), current: session.current };
    },
    switchBranch: (id) => sim.switchBranch(id),
    removeBranch: (id) => sim.removeBranch(id),
    setSpeed: (speed) => sim.setSpeed(speed),
    play: () => sim.play(),
    selection: () => simStore.getState().selection,
    select: (target) => void sim.select(target),
    memory: () => simStore.getState().memory,
    digest: () => simStore.getState().frame?.digest ?? "",
    report: () => sim.report(),
    frame: () => simStore.getState().frame,
    act: (action) => sim.act(action),
    actions: () => simStore.getState().session?.actions.length ?? 0,
    world: () => simStore.getState().world,
    replayFile: async () => {
      const { session, frame } = simStore.getState();
      return session === null ? "" : writeReplay(session, frame?.now_us ?? 0);
    },
    panic: () => sim.panic(),
    second: () => simStore.getState().beside?.store.getState().frame ?? null,
    panicBeside: async () => sim.panicBeside(),
  };
}
