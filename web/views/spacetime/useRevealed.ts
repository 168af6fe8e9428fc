/**
 * What is selected elsewhere is scrolled into the window.
 */
import { type RefObject, useEffect } from "react";

import { targetKey } from "@/protocol/targets";
import { useSim, useSimStore } from "@/store/simStore";
import type { Diagram } from "./diagram";
import type { SpaceTimeScene } from "./SpaceTimeScene";
import { pick } from "./target";

export function useRevealed(diagram: Diagram, scene: RefObject<SpaceTimeScene | null>): void {
  const store = useSimStore();
  const key = useSim((state) => targetKey(state.selection));
  useEffect(() => {
    const { selection, playing } = store.getState();
    const messages = scene.current?.picture?.messages;
    if (key === "" || messages === undefined) return;
    const { rows } = pick(messages, selection);
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return;
    diagram.set({ cursor: messages.flight[first] as number });
    if (playing) return;
    const fromUs = messages.sentUs[first] as number;
    diagram.reveal(fromUs, messages.endUs[last] as number);
  }, [key, diagram, scene, store]);
}
