/**
 * Settings that are entered as durations, in words. Must not know how they are shown.
 */

import type { Settings } from "@/protocol/engine";

type DurationKey = "apply_delay" | "request_timeout" | "lease" | "staleness";

export interface DurationSetting {
  key: DurationKey & keyof Settings;
  name: string;
  text: string;
}

export const DURATIONS: Readonly<Record<DurationKey, DurationSetting>> = {
  apply_delay: {
    key: "apply_delay",
    name: "Apply delay",
    text: "How long a committed entry waits before a store applies it. Reads see applied entries.",
  },
  request_timeout: {
    key: "request_timeout",
    name: "Request timeout",
    text: "A client gives up after this long; the outcome of a write is then unknown.",
  },
  lease: {
    key: "lease",
    name: "Lease",
    text: "How long a leader answers alone after a majority heard from it. 0us is an election timeout less one tick; longer than that is unsafe.",
  },
  staleness: {
    key: "staleness",
    name: "Staleness",
    text: "How far back a bounded-stale read looks, by its gateway’s clock.",
  },
};
