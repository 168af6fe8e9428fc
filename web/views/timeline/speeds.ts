/** Speeds on a logarithmic scale: each decade takes the same width. Pure. */

export const STEPS_PER_DECADE = 20;

export const PRESETS: readonly number[] = [0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100];

export function positionOf(speed: number): number {
  return Math.round(Math.log10(speed) * STEPS_PER_DECADE);
}

/** Rounded to two digits, so that the slider stops at speeds that can be said. */
export function speedAt(position: number): number {
  return Number((10 ** (position / STEPS_PER_DECADE)).toPrecision(2));
}
