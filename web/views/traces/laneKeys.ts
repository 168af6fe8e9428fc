/** What keys mean while the lanes have the focus. Pure; must not know what the verbs do. */

export interface LaneVerbs {
  /** By a share of the width. */
  pan(share: number): void;
  zoom(steps: number): void;
  whole(): void;
  /** To the previous or next mark of the lane. */
  along(direction: 1 | -1): void;
  /** To the lane above or below. */
  across(direction: 1 | -1): void;
  /** To the previous or next mark of the smallest part, or of what was found. */
  next(direction: 1 | -1): void;
}

/** True when the key meant something. */
export function laneKey(key: string, shift: boolean, verbs: LaneVerbs): boolean {
  const step = shift ? 0.5 : 0.08;
  const does: Record<string, () => void> = {
    ArrowLeft: () => verbs.pan(-step),
    ArrowRight: () => verbs.pan(step),
    ArrowUp: () => verbs.across(-1),
    ArrowDown: () => verbs.across(1),
    "+": () => verbs.zoom(1),
    "=": () => verbs.zoom(1),
    "-": () => verbs.zoom(-1),
    _: () => verbs.zoom(-1),
    "0": () => verbs.whole(),
    "[": () => verbs.along(-1),
    "]": () => verbs.along(1),
    n: () => verbs.next(1),
    N: () => verbs.next(-1),
  };
  const act = Object.hasOwn(does, key) ? does[key] : undefined;
  act?.();
  return act !== undefined;
}
