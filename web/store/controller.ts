/**
 * Runs the session: owns the worker, asks it for one frame at a time, keeps the action log, and
 * brings everything back after a reload or a panic. The only writer of simStore.
 * Must not know React, nor how anything is shown; clocks and storage are handed in.
 */

import type { StoreApi } from "zustand/vanilla";

import type { Action, LoggedAction, ScenarioSummary, Target } from "@/protocol/engine";
import type { Command, Reply, RunSpec, Update } from "@/protocol/messages";
import { sameTarget } from "@/protocol/targets";
import { capAtEnd, Pacer } from "./pacer";
import { applyUpdate, wishOf } from "./reduce";
import { type Fetched, fetchScenario } from "./scenarios";
import {
  ACTIONS_MAX,
  replayFile,
  SCENARIO_BYTES_MAX,
  type ScenarioSource,
  SESSION_FORMAT,
  type Session,
} from "./session";
import { EMPTY_SERIES } from "./series";
import type { Notice, SimState } from "./simStore";
import type { SessionStorage } from "./storage";
import { WorkerLink, type WorkerLike } from "./workerLink";

export interface Surroundings {
  store: StoreApi<SimState>;
  makeWorker(): WorkerLike;
  storage: SessionStorage;
  /** Calls back before the next picture, with the wall time in milliseconds. */
  nextFrame(callback: (wallMs: number) => void): void;
  /** Calls back after a while. */
  later(callback: () => void, ms: number): void;
  fetchScenario?(id: string): Promise<Fetched<string>>;
}

export interface OpenOptions {
  variant?: string;
  seed?: number;
}

/** Leaves most of a 16 ms frame to drawing. */
const FRAME_BUDGET_MS = 8;
/** While nothing is drawn (tests, seeking) longer breaths are cheaper. */
const SEEK_BUDGET_MS = 50;
const SAVE_DELAY_MS = 400;
export const SPEED_MIN = 0.01;
export const SPEED_MAX = 100;
