/** One write on its way: the wave that it makes over the map, and its entry as a block. */

import type { Frame, World } from "@/engine/types";
import { hueColor, termHue } from "@/model/map/hues";
import { waveAt } from "@/model/requests/wave";
import { Coasts, Islands, Routes, Sea } from "./CardMap";
import type { CardRun } from "./cardRun";
import { CARD, type CardPlaces, cardPlaces, spotOf } from "./place";
import { box } from "./strokes";

const WHOLE = { x: 0, y: 0, ...CARD };

/** The wave of one write over the whole map: how far its copies have come. */
export function WaveCard({ card }: { card: CardRun }) {
  const { id, world, frame } = card;
  const places = cardPlaces(world, WHOLE);
  return (
    <>
      <defs>
        <Coasts id={id} places={places} />
      </defs>
      <Sea id={id} places={places} />
      <Wave world={world} frame={frame} places={places} />
      <Routes world={world} frame={frame} places={places} />
      <Islands id={id} world={world} frame={frame} places={places} />
      <Block world={world} frame={frame} places={places} />
    </>
  );
}

interface WaveProps {
  world: World;
  frame: Frame;
  places: CardPlaces;
}

/** Px for a microsecond, by the nearest pair: the card's map is as near to scale as the page's. */
function reachOf(world: World, places: CardPlaces, node: number, ageUs: number): number {
  const from = spotOf(world, places, node);
  const zone = world.nodes[node]?.zone ?? 0;
  const rates = world.links
    .filter((link) => link.from === zone && link.to !== zone && link.delay_us > 0)
    .map((link) => {
      const to = places.islands[link.to]?.middle ?? from;
      return Math.hypot(to.x - from.x, to.y - from.y) / link.delay_us;
    });
  return ageUs * (rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length));
}

export function Wave({ world, frame, places }: WaveProps) {
  const wave = waveAt(world, frame);
  if (wave === null) return null;
  const { x, y } = spotOf(world, places, wave.node);
  const hue = hueColor(termHue(frame.replicas.term[frame.replicas.node.indexOf(wave.node)] ?? 1));
  const r = Math.round(reachOf(world, places, wave.node, wave.ageUs));
  return <circle cx={x} cy={y} r={r} fill={hue} fillOpacity=".1" stroke={hue} strokeWidth="2" />;
}

/** The newest entry as blocks on its way to the others. */
export function Block({ world, frame, places }: WaveProps) {
  const wave = waveAt(world, frame);
  if (wave === null) return null;
  const from = spotOf(world, places, wave.node);
  const reach = reachOf(world, places, wave.node, wave.ageUs);
  return places.stores
    .filter(({ node }) => node !== wave.node)
    .map(({ node, x, y }) => {
      const share = Math.min(1, reach / Math.max(1, Math.hypot(x - from.x, y - from.y)));
      const [bx, by] = [
        Math.round(from.x + (x - from.x) * share),
        Math.round(from.y + (y - from.y) * share),
      ];
      return (
        <g key={node}>
          <path
            fill="var(--land)"
            stroke="var(--term-1)"
            strokeWidth="4"
            d={box({ x: bx - 21, y: by - 21, w: 42, h: 42 })}
          />
          <text
            x={bx}
            y={by + 8}
            textAnchor="middle"
            fontSize="23"
            fontWeight="700"
            fill="var(--term-1)"
          >
            {wave.index}
          </text>
        </g>
      );
    });
}
