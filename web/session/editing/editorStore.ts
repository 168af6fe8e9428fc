/** What the editor holds: the text, and whether it is written or drawn. In the page at once. */

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

export interface EditorState {
  open: boolean;
  surface: Surface;
  /** Null: what runs is what is edited. */
  draft: Draft | null;
}

export const editorStore = createStore<EditorState>(() => ({
  open: false,
  surface: "text",
  draft: null,
}));

/** Renders again only when the selected value changes. */
export function useEditor<T>(select: (editor: EditorState) => T): T {
  return useStore(editorStore, select);
}

/** Opens the editor with its draft, or else with what runs. */
export function openEditor(): void {
  editorStore.setState({ open: true });
}

/** The same, with the network drawn. */
export function openBuilder(): void {
  editorStore.setState({ open: true, surface: "map" });
}

/** The drawing takes the place of what runs. */
export function isDrawing({ open, surface }: EditorState): boolean {
  return open && surface === "map";
}

/** A draft with changes stays. */
export function closeEditor(): void {
  const { draft } = editorStore.getState();
  const isLeft = draft !== null && isUnkept(draft);
  editorStore.setState({ open: false, draft: isLeft ? draft : null });
}

export function isUnkept({ text, base }: Draft): boolean {
  return text !== base;
}
