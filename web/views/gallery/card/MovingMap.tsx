/** The map of an instant as it is seen in a picture that moves: names, logs, messages on their way. */

import { waveAt } from "@/model/requests/wave";
import { Coasts, Flights, Islands, Routes, Sea } from "./CardMap";
import { hasLogs, Strata, withRoomForLogs } from "./CardSign";
import type { CardRun } from "./cardRun";
import { type CardPlaces, cardPlaces } from "./place";
import { Wave } from "./wave";

/** Of a sheet’s picture, in the units of a card. */
export const MOVING = { w: 640, h: 552 };
const NAME_UP = 14;

export function MovingMap({ card }: { card: CardRun }) {
  const { id, world, frame } = card;
  const found = cardPlaces(world, { x: 0, y: 0, ...MOVING });
  const places = hasLogs(world) ? withRoomForLogs(found) : found;
  const parts = { world, frame, places };
  return (
    <>
      <defs>
        <Coasts id={id} places={places} />
      </defs>
      <Sea id={id} places={places} />
      {waveAt(world, frame) !== null && <Wave {...parts} />}
      <Routes {...parts} />
      <Islands id={id} {...parts} />
      {hasLogs(world) &&
        places.stores.map((place) => <Strata key={place.node} frame={frame} place={place} />)}
      <Names card={card} places={places} />
      <Flights {...parts} />
    </>
  );
}

function Names({ card: { world }, places }: { card: CardRun; places: CardPlaces }) {
  return places.islands.map(({ rect }, zone) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: a zone is its place
      key={zone}
      x={rect.x + rect.w / 2}
      y={rect.y - NAME_UP}
      textAnchor="middle"
      fontSize="22"
      fontWeight="600"
      fill="var(--ink)"
      stroke="var(--shelf)"
      strokeWidth="6"
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {world.zones[zone]?.id}
    </text>
  ));
}
