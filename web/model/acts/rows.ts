/** Where marks stand on a time line, so that several at one instant are told apart. */

/** A row for each, by its place in `xs`, which ascend; none is nearer than `gap` to its neighbour. */
export function rowsOf(xs: readonly number[], gap: number): number[] {
  const ends: number[] = [];
  return xs.map((x) => {
    const free = ends.findIndex((end) => x - end >= gap);
    const row = free < 0 ? ends.length : free;
    ends[row] = x;
    return row;
  });
}

const STEP_US = 10_000;

/** To ten milliseconds, within the run. */
export function snapped(us: number, durationUs: number): number {
  return Math.min(durationUs, Math.max(0, Math.round(us / STEP_US) * STEP_US));
}

/** What a key moves an instant by; undefined: it moves nothing. */
export function stepOf(key: string, big: boolean, huge: boolean): number | undefined {
  const size = huge ? 100 * STEP_US : big ? 10 * STEP_US : STEP_US;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return -size;
    case "ArrowRight":
    case "ArrowUp":
      return size;
    case "PageDown":
      return -100 * STEP_US;
    case "PageUp":
      return 100 * STEP_US;
    default:
      return undefined;
  }
}
