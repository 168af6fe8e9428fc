/** What lies over the page, innermost last: Escape closes the last one and nothing else. */

import { useEffect, useEffectEvent } from "react";

/**
 * modal: the page behind hears no keys. anchored: the page does, but what is shown to a room does not.
 * panel: part of the page. ground: lies under all others, whenever it came.
 */
export type OverlayKind = "modal" | "anchored" | "panel" | "ground";

/** What lies higher: a panel that comes late is still under what hangs over the page. */
const HEIGHT: Record<OverlayKind, number> = { ground: 0, panel: 1, anchored: 2, modal: 2 };

interface Overlay {
  kind: OverlayKind;
  close(): void;
}

const stack: Overlay[] = [];

/**
 * While it is mounted Escape closes it, unless something was opened over it. What shows another
 * content was opened anew.
 */
export function useOverlay(kind: OverlayKind, onClose: () => void, content?: unknown): void {
  const close = useEffectEvent(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content comes to the top
  useEffect(() => openOverlay({ kind, close: () => close() }), [kind, content]);
}

/** Returns what takes it off again. */
export function openOverlay(overlay: Overlay): () => void {
  if (stack.length === 0) window.addEventListener("keydown", onKeyDown);
  const above = stack.findIndex(({ kind }) => HEIGHT[kind] > HEIGHT[overlay.kind]);
  stack.splice(above < 0 ? stack.length : above, 0, overlay);
  return () => {
    const at = stack.indexOf(overlay);
    if (at >= 0) stack.splice(at, 1);
    if (stack.length === 0) window.removeEventListener("keydown", onKeyDown);
  };
}

/** Closes what lies on top of the ground; false when nothing does. */
export function closeTop(): boolean {
  const top = stack.at(-1);
  if (top === undefined || top.kind === "ground") return false;
  top.close();
  return true;
}

export function isOpen(...kinds: OverlayKind[]): boolean {
  return stack.some(({ kind }) => kinds.includes(kind));
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  event.preventDefault();
  // A key that is held closes one thing, not all.
  if (!event.repeat) stack.at(-1)?.close();
}
