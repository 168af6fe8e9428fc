/** Every resource with a limit, by kind, with how much of each is used. Pure. */

import type { Frame, World } from "@/engine/types";

export interface FleetRow {
  kind: string;
  label: string;
  cells: { id: string; usedPpm: number; isFull: boolean }[];
  full: number;
}

/** The kind that is fullest first; what nobody uses is left out. */
export function fleetOf(world: World, frame: Frame): FleetRow[] {
  const rows = new Map<string, FleetRow>();
  world.resources.forEach(({ id, kind, label }, place) => {
    if ((frame.resources.servers[place] ?? 0) === 0) return;
    const row = rows.get(kind) ?? { kind, label, cells: [], full: 0 };
    const usedPpm = frame.resources.used_ppm[place] ?? 0;
    const isFull = usedPpm >= world.full_ppm;
    row.cells.push({ id, usedPpm, isFull });
    if (isFull) row.full += 1;
    rows.set(kind, row);
  });
  const most = ({ cells }: FleetRow) => Math.max(...cells.map(({ usedPpm }) => usedPpm));
  return [...rows.values()].filter((row) => most(row) > 0).sort((a, b) => most(b) - most(a));
}
