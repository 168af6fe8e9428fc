/** Where keys lead in the grid of the logs. Pure; must not know what stands in a cell. */

/** A cell: the place of its lane, and its index. */
export interface Cell {
  lane: number;
  index: number;
}

interface Room {
  /** First and last index that any replica holds. */
  picture: { first: number; last: number };
  lanes: number;
  page: number;
}

/** Where a key leads from a cell, or undefined when it leads nowhere. */
export function cellAfter(
  key: string,
  { lane, index }: Cell,
  { picture, lanes, page }: Room,
): Cell | undefined {
  const first = Math.max(1, picture.first - 1);
  const to: Record<string, Cell> = {
    ArrowLeft: { lane, index: index - 1 },
    ArrowRight: { lane, index: index + 1 },
    ArrowUp: { lane: lane - 1, index },
    ArrowDown: { lane: lane + 1, index },
    Home: { lane, index: first },
    End: { lane, index: picture.last },
    PageUp: { lane, index: Math.max(first, index - page) },
    PageDown: { lane, index: Math.min(picture.last, index + page) },
  };
  const cell = to[key];
  if (cell === undefined) return undefined;
  // At an edge the key is still the grid's: it must not move in time instead.
  return {
    lane: Math.min(lanes - 1, Math.max(0, cell.lane)),
    index: Math.min(picture.last, Math.max(first, cell.index)),
  };
}
