/** The speeds that the keys + and − go through. Pure. */

const STEPS = [1, 2, 5];

/** The next speed of the series …, 0.1, 0.2, 0.5, 1, 2, 5, …; the store keeps it in bounds. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const series = [-2, -1, 0, 1, 2].flatMap((power) => STEPS.map((step) => step * 10 ** power));
  const found =
    direction === 1
      ? series.find((x) => x > speed * 1.001)
      : series.findLast((x) => x < speed * 0.999);
  return Number((found ?? speed).toPrecision(3));
}
