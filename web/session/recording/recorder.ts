/** Whether what a person does is being recorded, and from when. In the page from the start. */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

import type { LoggedAction } from "@/engine/types";

export interface Recording {
  fromUs: number;
  /** What had been done by then: it belongs to the run, and not to what was recorded. */
  before: readonly LoggedAction[];
}

export const recorder = createStore<{ recording: Recording | null }>(() => ({ recording: null }));

export function useRecording(): Recording | null {
  return useStore(recorder, ({ recording }) => recording);
}
