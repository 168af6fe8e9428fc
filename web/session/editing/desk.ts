/** What is on the desk: the text, and whether it is written or drawn. In the page at once. */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

export interface Draft {
  /** As a file is called. */
  name: string;
  text: string;
  /** As it was when it was opened, saved or kept: what differs from it would be lost. */
  base: string;
}

/** How a draft is worked on: its text, or the network that it describes. */
export type Surface = "text" | "map";

export interface Desk {
  open: boolean;
  surface: Surface;
  /** Null: what runs is what is edited. */
  draft: Draft | null;
}

export const deskStore = createStore<Desk>(() => ({
  open: false,
  surface: "text",
  draft: null,
}));

/** Renders again only when the selected value changes. */
export function useDesk<T>(select: (desk: Desk) => T): T {
  return useStore(deskStore, select);
}

/** Opens the editor with what lies on the desk, or else with what runs. */
export function openEditor(): void {
  deskStore.setState({ open: true });
}

/** The same, with the network drawn. */
export function openBuilder(): void {
  deskStore.setState({ open: true, surface: "map" });
}

/** The drawing takes the place of what runs. */
export function isDrawing({ open, surface }: Desk): boolean {
  return open && surface === "map";
}

/** What was changed stays on the desk. */
export function closeEditor(): void {
  const { draft } = deskStore.getState();
  const isLeft = draft !== null && isUnkept(draft);
  deskStore.setState({ open: false, draft: isLeft ? draft : null });
}

export function isUnkept({ text, base }: Draft): boolean {
  return text !== base;
}
