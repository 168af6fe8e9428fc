/** The map of a run as it reads at the size of a card: islands, who leads, what is cut. */

import type { Frame, World } from "@/engine/types";
import { apart, blocks, isOfPlace } from "@/model/faults";
import { type Hue, hueColor, isByStore, storeHue, termHue } from "@/model/map/hues";
import { CardSign, Cells } from "./CardSign";
import { type CardPlaces, spotOf } from "./place";
import { box, crossAt } from "./strokes";

interface CardMapProps {
  id: string;
  world: World;
  frame: Frame;
  places: CardPlaces;
  hasFlights?: boolean;
}

/** Widths of strokes along a coast, of which half is land: lines of depth. */
const DEPTHS: readonly { width: number; stroke: string }[] = [
  { width: 66, stroke: "var(--depth)" },
  { width: 63, stroke: "var(--sea)" },
  { width: 36, stroke: "var(--depth)" },
  { width: 33, stroke: "var(--shelf)" },
];
const CUT_WIDTH = 18;

/** The coasts, once for all that is drawn of them. */
export function Coasts({ id, places }: { id: string; places: CardPlaces }) {
  return places.islands.map(({ path }, zone) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a zone is its place
    <path key={zone} id={`${id}-${zone}`} d={path} />
  ));
}

export function CardMap({ id, world, frame, places, hasFlights = false }: CardMapProps) {
  return (
    <>
      <defs>
        <Coasts id={id} places={places} />
      </defs>
      <Sea id={id} places={places} />
      <Routes world={world} frame={frame} places={places} />
      <Islands id={id} world={world} frame={frame} places={places} />
      {hasFlights && <Flights world={world} frame={frame} places={places} />}
    </>
  );
}

/** Water, with lines of depth about the land; where two islands are near these run together. */
export function Sea({ id, places: { area, islands } }: { id: string; places: CardPlaces }) {
  return (
    <g fill="none" strokeLinejoin="round">
      <path fill="var(--sea)" d={box(area)} />
      {DEPTHS.map(({ width, stroke }) => (
        <g key={width} stroke={stroke} strokeWidth={width}>
          {islands.map((_, zone) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone is its place
            <use key={zone} href={`#${id}-${zone}`} />
          ))}
        </g>
      ))}
    </g>
  );
}

interface MapPartProps {
  world: World;
  frame: Frame;
  places: CardPlaces;
}

/** Dotted from island to island; red and crossed where no message passes. */
export function Routes({ world, frame, places }: MapPartProps) {
  const { islands } = places;
  const pairs = islands.flatMap((_, a) => islands.slice(a + 1).map((_, i) => [a, a + 1 + i]));
  const line = ([a = 0, b = 0]: number[]) => {
    const [from, to] = [islands[a]?.middle, islands[b]?.middle];
    if (from === undefined || to === undefined) return "";
    const [x, y] = [Math.round(from.x), Math.round(from.y)];
    return `M${x} ${y}l${Math.round(to.x) - x} ${Math.round(to.y) - y}`;
  };
  const cut = pairs.filter(([a = 0, b = 0]) => isCut(world, frame, a, b));
  const whole = pairs.filter((pair) => !cut.includes(pair));
  return (
    <g fill="none" strokeLinecap="round" strokeWidth="3" strokeDasharray="1 9">
      {whole.length > 0 && <path stroke="var(--ink3)" d={whole.map(line).join("")} />}
      {cut.length > 0 && <path stroke="var(--bad)" d={cut.map(line).join("")} />}
      {cut.length > 0 && (
        <path
          stroke="var(--bad)"
          strokeWidth="5"
          strokeDasharray="none"
          d={cut.map(([a = 0, b = 0]) => crossAt(between(places, a, b), 11)).join("")}
        />
      )}
    </g>
  );
}

function between({ islands }: CardPlaces, a: number, b: number) {
  const [from, to] = [islands[a]?.middle, islands[b]?.middle];
  return { x: ((from?.x ?? 0) + (to?.x ?? 0)) / 2, y: ((from?.y ?? 0) + (to?.y ?? 0)) / 2 };
}

/** Whether some fault keeps messages between two zones, in one direction or in both. */
function isCut(world: World, { faults }: Frame, a: number, b: number): boolean {
  const [one, other] = [world.zones[a]?.id, world.zones[b]?.id];
  const isOf = (place: string, zone: string | undefined) =>
    place === zone ||
    world.zones[world.nodes.find(({ id }) => id === place)?.zone ?? -1]?.id === zone;
  return faults.some((fault) => {
    const { from, to } = fault;
    if (!blocks(fault)) return false;
    if (isOfPlace(fault)) return from === one || from === other;
    return (isOf(from, one) && isOf(to, other)) || (isOf(from, other) && isOf(to, one));
  });
}

export function Islands({ id, world, frame, places }: MapPartProps & { id: string }) {
  const { islands, stores } = places;
  return (
    <>
      {islands.map((_, zone) => {
        const hue = coastHue(world, frame, zone);
        const name = world.zones[zone]?.id;
        const isAlone = name !== undefined && apart(frame.faults, name) !== undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a zone is its place
          <g key={zone} strokeWidth="3">
            {isAlone && <Ring id={`${id}-${zone}`} />}
            <use href={`#${id}-${zone}`} fill={hueColor(hue, "-soft")} stroke={hueColor(hue)} />
          </g>
        );
      })}
      {stores.map((place) =>
        isByStore(world) ? (
          <Cells key={place.node} world={world} frame={frame} place={place} />
        ) : (
          <CardSign key={place.node} world={world} frame={frame} place={place} />
        ),
      )}
    </>
  );
}

/** Red, dashed, a little outside the coast: the land covers the other half of the stroke. */
function Ring({ id }: { id: string }) {
  return (
    <g fill="none">
      <use href={`#${id}`} stroke="var(--bad)" strokeWidth={CUT_WIDTH} strokeDasharray="13 8" />
      <use href={`#${id}`} stroke="var(--shelf)" strokeWidth={CUT_WIDTH - 6} />
    </g>
  );
}

/** Of the newest term in the zone, or of its one store where each has a hue of its own. */
function coastHue(world: World, frame: Frame, zone: number): Hue {
  if (isByStore(world)) {
    const stores = world.nodes.filter((node) => node.kind === "store" && node.zone === zone);
    return stores.length === 1 ? storeHue(world, stores[0]?.index ?? -1) : 0;
  }
  const { node, term, count } = frame.replicas;
  let newest = 0;
  for (let row = 0; row < count; row++)
    if (world.nodes[node[row] ?? -1]?.zone === zone) newest = Math.max(newest, term[row] ?? 0);
  return termHue(newest);
}

const FLIGHTS_MAX = 24;

/** As dots in the hue of their term; those without one are clients'. */
export function Flights({ world, frame, places }: MapPartProps) {
  const { flights, now_us } = frame;
  const dots = new Map<string, string>();
  for (let row = 0; row < Math.min(flights.count, FLIGHTS_MAX); row++) {
    const [from, to] = [flights.from[row] ?? 0, flights.to[row] ?? 0];
    if (world.nodes[from]?.zone === world.nodes[to]?.zone) continue;
    const [a, b] = [spotOf(world, places, from), spotOf(world, places, to)];
    const [sent, arrives] = [flights.sent_us[row] ?? 0, flights.arrive_us[row] ?? 0];
    const share = Math.min(1, (now_us - sent) / Math.max(1, arrives - sent));
    const [x, y] = [Math.round(a.x + (b.x - a.x) * share), Math.round(a.y + (b.y - a.y) * share)];
    const term = flights.term[row] ?? 0;
    const hue = term === 0 ? "var(--rows)" : hueColor(termHue(term));
    dots.set(hue, `${dots.get(hue) ?? ""}M${x} ${y}h0`);
  }
  return (
    <g strokeWidth="15" strokeLinecap="round">
      {[...dots].map(([hue, d]) => (
        <path key={hue} stroke={hue} d={d} />
      ))}
    </g>
  );
}
