/** The sweep whose runs the page shows, and the run of it that was opened. */

import { createStore } from "zustand/vanilla";
import { textsOf } from "@/language/speaking";
import { t } from "@/language/words";
import { formatBytes } from "@/model/units";
import { fileAtPoint } from "../lensClient";
import { sim } from "../simClient";
import type { Runs } from "./readRuns";
import { type Same, watchEnd } from "./watchEnd";

/** The built-in example, made by the command line from public/sweeps/read-modes.json. */
const EXAMPLE = "sweeps/read-modes.parquet";

/** The file of all runs in a sweep's folder. */
const RUNS = "runs.parquet";

export interface SweepsState {
  runs: Runs | null;
  isReading: boolean;
  /** Why nothing could be read; "" = there is no reason. */
  failure: string;
  /** The run that was opened last, and whether it ended as the row says. */
  opened: { run: number; same: Same } | null;
}

export const sweepsStore = createStore<SweepsState>(() => ({
  runs: null,
  isReading: false,
  failure: "",
  opened: null,
}));

export async function openExample(): Promise<void> {
  await take(EXAMPLE, async () => {
    const answer = await fetch(EXAMPLE);
    if (!answer.ok)
      throw new Error(
        t("{address} answered {status}.", { address: EXAMPLE, status: answer.status }),
      );
    return answer.arrayBuffer();
  });
}

export async function openRunsFile(file: File): Promise<void> {
  await take(file.name, async () => {
    const { RUNS_BYTES_MAX } = await import("./readRuns");
    if (file.size > RUNS_BYTES_MAX)
      throw new Error(
        t("Found {size}, expected {most} at most.", {
          size: formatBytes(file.size),
          most: formatBytes(RUNS_BYTES_MAX),
        }),
      );
    return file.arrayBuffer();
  });
}

/** The file of all runs among those of a sweep's folder. */
export async function openRunsFolder(name: string, files: readonly File[]): Promise<void> {
  const [runs, ...others] = files.filter((file) => file.name === RUNS);
  if (runs !== undefined && others.length === 0) return openRunsFile(runs);
  const isUnderWay = files.some((file) => file.name.endsWith(".parquet"));
  const found =
    others.length > 0
      ? t("Found {n} files {runs}, expected one.", { n: others.length + 1, runs: RUNS })
      : isUnderWay
        ? t(
            "Found a sweep that is not done, expected {runs}: the command that made it goes on with it.",
            { runs: RUNS },
          )
        : t("Found no {runs}, expected the folder of a sweep.", { runs: RUNS });
  sweepsStore.setState({ isReading: false, failure: `${name}: ${found}` });
}

async function take(name: string, bytes: () => Promise<ArrayBuffer>): Promise<void> {
  sweepsStore.setState({ isReading: true, failure: "" });
  try {
    const [{ readRuns }] = await Promise.all([import("./readRuns"), textsOf("sweeps")]);
    const runs = await readRuns(name, await bytes());
    sweepsStore.setState({ runs, isReading: false, opened: null });
  } catch (error) {
    const failure = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    sweepsStore.setState({ isReading: false, failure });
  }
}

/** Opens a run: the scenario with the point's values and the row's seed. False: it was refused. */
export async function openRun(run: number): Promise<boolean> {
  const { runs } = sweepsStore.getState();
  if (runs === null) return false;
  try {
    const { settingsOf } = await import("./readRuns");
    const { set, variant, label } = settingsOf(runs, run);
    const seed = runs.seed[run] ?? 0;
    const text = await fileAtPoint(
      { scenario: runs.scenario, variant, seed, actions: [] },
      set,
      label,
    );
    const point = runs.point[run] ?? 0;
    const name = t("point {point}", { point });
    const isOpen = await sim.open({ kind: "file", name, text }, { variant, seed, play: false });
    if (!isOpen) return false;
    sweepsStore.setState({ opened: { run, same: "not yet" } });
    watchEnd(t("point {point} with seed {seed}", { point, seed }), runs.digest[run] ?? "", (same) =>
      sweepsStore.setState({ opened: { run, same } }),
    );
    return true;
  } catch (error) {
    sim.notify(error instanceof Error ? error.message : String(error), true);
    return false;
  }
}
