/** Searching in an order by halves. Pure. */

/** How many of `count` places hold, where those that hold come first. */
export function countWhile(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
