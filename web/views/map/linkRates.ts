/**
 * Recent bytes per second of each direction between zones, from differences of the cumulative
 * counts over simulated time. Figures change at fixed instants of that time, so that they can be
 * read. Must not know wall time or how a rate is drawn.
 */
import type { Frame } from "@/protocol/engine";

export interface LaneRate {
  bytesPerSecond: number;
  /** The kind that carried most, index into the world's kinds. */
  kind: number;
}

interface Sample {
  atUs: number;
  step: number;
  bytes: Float64Array;
}

const STEP_US = 250_000;
const WINDOW_US = 1_000_000;
const SAMPLES_MAX = 16;

export class LinkRates {
  private samples: Sample[] = [];
  /** Counts up whenever the rates change. */
  revision = 0;

  private readonly zones: number;
  private readonly kinds: number;

  constructor(zones: number, kinds: number) {
    this.zones = zones;
    this.kinds = kinds;
  }

  push(frame: Frame, framing: boolean): void {
    const last = this.samples.at(-1);
    const step = Math.floor(frame.now_us / STEP_US);
    if (last && frame.now_us < last.atUs) this.samples = [];
    else if (last && step === last.step) return;
    const bytes = Float64Array.from(frame.bytes);
    if (framing)
      frame.framing.forEach((extra, i) => {
        bytes[i] = (bytes[i] ?? 0) + extra;
      });
    this.samples.push({ atUs: frame.now_us, step, bytes });
    if (this.samples.length > SAMPLES_MAX) this.samples.shift();
    this.revision += 1;
  }

  reset(): void {
    this.samples = [];
    this.revision += 1;
  }

  /** Null until there is a stretch of time to divide by. */
  rate(from: number, to: number): LaneRate | null {
    const last = this.samples.at(-1);
    const first = this.samples.find((s) => last && s.atUs >= last.atUs - WINDOW_US * 1.2);
    const start = first === last ? this.samples.at(-2) : first;
    if (!last || !start || start === last) return null;
    const seconds = (last.atUs - start.atUs) / 1e6;
    const base = (from * this.zones + to) * this.kinds;
    let total = 0;
    let most = -1;
    let kind = 0;
    for (let k = 0; k < this.kinds; k++) {
      const more = (last.bytes[base + k] ?? 0) - (start.bytes[base + k] ?? 0);
      total += more;
      if (more > most) {
        most = more;
        kind = k;
      }
    }
    return { bytesPerSecond: total / seconds, kind };
  }
}

/** Width of a lane in px: 1 at rest, about 4 at 400 kB/s, 7 at most. */
export function laneWidth(bytesPerSecond: number): number {
  return Math.min(7, 1 + 1.15 * Math.log10(1 + bytesPerSecond / 1_000));
}
