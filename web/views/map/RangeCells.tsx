/** What a store holds of many ranges: a cell for each, or shares of a bar. */

import type { World } from "@/engine/types";
import { type Hue, hueColor, storeHue } from "@/model/map/hues";
import { useSim } from "@/session/simStore";
import { useMap } from "./mapContext";
import css from "./store.module.css";

const CELL_PX = 11;
const GAP_PX = 3;
const BAR_PX = 9;
const NOBODY = 65_535;

/** One range that a store holds. */
interface Held {
  range: number;
  /** Leading node; `NOBODY` = none. */
  leader: number;
}

export function RangeCells({
  node,
  width,
  height,
}: {
  node: number;
  width: number;
  height: number;
}) {
  const { world, scale } = useMap();
  const chosen = useSim((s) => s.range);
  const key = useSim((s) => {
    if (s.frame === null || s.world !== world) return "";
    return heldBy(world, s.frame.range_leaders, node)
      .map(({ range, leader }) => `${range}:${leader}`)
      .join();
  });
  if (key === "") return null;
  const held = key.split(",").map((one): Held => {
    const [range = 0, leader = NOBODY] = one.split(":").map(Number);
    return { range, leader };
  });
  const cell = CELL_PX * scale;
  const perRow = Math.max(1, Math.floor((width + GAP_PX) / (cell + GAP_PX)));
  const rows = Math.ceil(held.length / perRow);
  if (rows * (cell + GAP_PX) - GAP_PX > height)
    return <Shares {...{ node, held, width, height }} />;
  return (
    <svg className={css.ranges} width={width} height={rows * (cell + GAP_PX)} aria-hidden="true">
      {held.map(({ range, leader }, i) => (
        <rect
          key={range}
          x={(i % perRow) * (cell + GAP_PX) + 0.75}
          y={Math.floor(i / perRow) * (cell + GAP_PX) + 0.75}
          width={cell - 1.5}
          height={cell - 1.5}
          rx={2.5}
          style={lookOf(hueOfLeader(world, leader), leader === node)}
          data-chosen={range === chosen}
        />
      ))}
    </svg>
  );
}

interface SharesProps {
  node: number;
  held: readonly Held[];
  width: number;
  height: number;
}

function Shares({ node, held, width, height }: SharesProps) {
  const { world } = useMap();
  if (height < BAR_PX + 4) return null;
  const counts = new Map<number, number>();
  for (const { leader } of held) counts.set(leader, (counts.get(leader) ?? 0) + 1);
  const own = counts.get(node) ?? 0;
  const others = [...counts].filter(([leader]) => leader !== node).sort(([a], [b]) => a - b);
  let x = 0;
  return (
    <svg className={css.ranges} width={width} height={BAR_PX} aria-hidden="true">
      {[[node, own] as const, ...others].map(([leader, count]) => {
        const from = x;
        x += (count / held.length) * width;
        return (
          <rect
            key={leader}
            x={from + 0.75}
            y={0.75}
            width={Math.max(0, x - from - 1.5)}
            height={BAR_PX - 1.5}
            rx={2}
            style={lookOf(hueOfLeader(world, leader), leader === node)}
          />
        );
      })}
    </svg>
  );
}

function hueOfLeader(world: World, leader: number): Hue {
  return leader === NOBODY ? 0 : storeHue(world, leader);
}

function lookOf(hue: Hue, isOwn: boolean) {
  return { stroke: hueColor(hue), fill: isOwn ? hueColor(hue) : hueColor(hue, "-soft") };
}

/** Places in the list of ranges of those that each node holds, by node. */
const PLACES = new WeakMap<World["ranges"], Map<number, number[]>>();

/** Ranges are another list after each change of them: until then who holds what is known. */
function placesOf({ ranges }: World): Map<number, number[]> {
  const known = PLACES.get(ranges);
  if (known !== undefined) return known;
  const made = new Map<number, number[]>();
  ranges.forEach(({ replicas }, place) => {
    for (const { node } of replicas) made.set(node, [...(made.get(node) ?? []), place]);
  });
  PLACES.set(ranges, made);
  return made;
}

function heldBy(world: World, leaders: Uint16Array, node: number): Held[] {
  // Frames say who leads of so many ranges at most; of more nobody could tell the cells apart.
  if (leaders.length !== world.ranges.length) return [];
  return (placesOf(world).get(node) ?? []).map((place) => ({
    range: world.ranges[place]?.id ?? 0,
    leader: leaders[place] ?? NOBODY,
  }));
}
