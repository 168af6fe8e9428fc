/** A store on a card: the sign of its replica, or the ranges that it leads. */

import type { Frame, World } from "@/engine/types";
import { hueColor, isByStore, storeHue, termHue } from "@/model/map/hues";
import { logWindow, stripOf } from "@/model/map/logStrips";
import { storeRow } from "@/model/map/topology";
import { campaigns, LEADER, LEARNER, roleOf } from "@/model/roles";
import type { CardPlaces, StorePlace } from "./place";
import { box, crossAt, star } from "./strokes";

interface StoreProps {
  world: World;
  frame: Frame;
  place: StorePlace;
}

/** A star leads, a broken one without a majority; a ring follows; a red cross is down. */
export function CardSign({ world, frame, place: { node, x, y, r } }: StoreProps) {
  const row = frame.replicas.node.indexOf(node);
  const isDown = frame.stores[storeRow(world, node)]?.status === "crashed";
  if (isDown)
    return <path stroke="var(--bad)" strokeWidth="5" d={crossAt({ x, y }, Math.round(r * 0.6))} />;
  if (row < 0)
    return <circle cx={x} cy={y} r={Math.round(r * 0.5)} fill="none" stroke="var(--ink3)" />;
  const { role, term, leads, voters } = frame.replicas;
  const hue = hueColor(termHue(term[row] ?? 0));
  if (role[row] === LEADER) {
    const isBroken = (leads[row] ?? 0) * 2 <= (voters[row] ?? 0);
    return (
      <>
        <circle
          cx={x}
          cy={y}
          r={r}
          {...(isBroken
            ? { fill: "var(--land)", stroke: hue, strokeWidth: 4, strokeDasharray: "22 11" }
            : { fill: hue })}
        />
        <path
          fill={isBroken ? hue : "var(--on-term)"}
          d={star(x, y, r * (isBroken ? 0.58 : 0.7))}
        />
      </>
    );
  }
  const isLearner = role[row] === LEARNER;
  const small = Math.round(r * 0.74);
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r={small}
        fill="var(--land)"
        stroke={hue}
        strokeWidth="4"
        strokeDasharray={isLearner ? "1 7" : campaigns(roleOf(role[row])) ? "6 4" : undefined}
        strokeLinecap={isLearner ? "round" : undefined}
      />
      <circle cx={x} cy={y} r={Math.round(small * 0.36)} fill={hue} />
    </>
  );
}

const CELL = 12;
const CELL_STEP = 16;
/** From one store of an island to the next, by the radius of their signs. */
const STEP_BY_R = 2.5;
const CELLS_MAX = 12;

/** Its ranges as cells: full where it leads, pale where it follows. */
export function Cells({ world, frame, place: { node, x, y, r } }: StoreProps) {
  const ranges = frame.ranges.length > 0 ? frame.ranges : world.ranges;
  const held = ranges
    .map((range, i) => ({ range, isLed: frame.range_leaders[i] === node }))
    .filter(({ range, isLed }) => isLed || range.replicas.some((one) => one.node === node))
    .sort((a, b) => Number(b.isLed) - Number(a.isLed));
  const shown = held.slice(0, CELLS_MAX);
  const room = Math.max(2, Math.floor((r * STEP_BY_R) / CELL_STEP));
  const columns = Math.min(room, Math.ceil(Math.sqrt(shown.length)) + 1);
  const rows = Math.ceil(shown.length / columns);
  const left = x - (Math.min(columns, shown.length) * CELL_STEP - (CELL_STEP - CELL)) / 2;
  const top = y - (rows * CELL_STEP - (CELL_STEP - CELL)) / 2;
  const cells = (isLed: boolean) =>
    shown
      .map((one, i) => {
        if (one.isLed !== isLed) return "";
        const cx = Math.round(left + (i % columns) * CELL_STEP);
        const cy = Math.round(top + Math.floor(i / columns) * CELL_STEP);
        return `M${cx} ${cy + CELL / 2}h${CELL}`;
      })
      .join("");
  const isDown = frame.stores[storeRow(world, node)]?.status === "crashed";
  const hue = storeHue(world, node);
  return (
    <>
      <path stroke={hueColor(hue)} strokeWidth={CELL} d={cells(true)} />
      <path stroke={hueColor(hue, "-mid")} strokeWidth={CELL} d={cells(false)} />
      {isDown && <path stroke="var(--bad)" strokeWidth="6" d={crossAt({ x, y }, 22)} />}
    </>
  );
}

const STRIP = { w: 100, h: 17 };
const STRIP_UP = 16;

/** Whether there is one log to show for each island. */
export function hasLogs(world: World): boolean {
  const stores = world.nodes.filter(({ kind }) => kind === "store");
  return !isByStore(world) && stores.length === world.zones.length;
}

/** A log stands under its store's sign. */
export function withRoomForLogs(places: CardPlaces): CardPlaces {
  return { ...places, stores: places.stores.map((one) => ({ ...one, y: one.y - STRIP_UP })) };
}

/** The whole log beneath the sign, a stretch in the hue of each term; what is missing is dotted. */
export function Strata({ frame, place: { node, x, y, r } }: Omit<StoreProps, "world">) {
  const row = frame.replicas.node.indexOf(node);
  const window = logWindow(frame, { blocks: 0, isLow: true, speed: 1 });
  if (row < 0 || window === null) return null;
  const left = x - STRIP.w / 2;
  const top = y + r + 12;
  const xOf = (index: number) =>
    Math.round(left + ((index - window.from) / Math.max(1, window.to - window.from + 1)) * STRIP.w);
  return (
    <>
      <path
        fill="none"
        stroke="var(--ink3)"
        strokeDasharray="3 4"
        d={box({ x: left, y: top, ...STRIP })}
      />
      {stripOf(frame, row, window).stretches.map(({ term, from, to }) => (
        <path
          key={from}
          fill={hueColor(termHue(term))}
          d={`M${xOf(from)} ${top}H${xOf(to + 1)}v${STRIP.h}H${xOf(from)}z`}
        />
      ))}
    </>
  );
}
