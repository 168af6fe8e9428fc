/** The picture of a scenario at its telling instant, as it reads at the size of a card. */

import type { Frame, World } from "@/engine/types";
import { waveAt } from "@/model/requests/wave";
import { Bars, FleetCard } from "./bars";
import { CardMap, Coasts, Flights, Islands, Routes, Sea } from "./CardMap";
import { hasLogs, Strata, withRoomForLogs } from "./CardSign";
import { Figure, labelOf, outcomeText } from "./Figure";
import { AgesCard, CommitCard, LeadersCard, StagesCard, WallCard } from "./lanes";
import { CARD, type CardPlaces, cardPlaces, SEA_H } from "./place";
import { box } from "./strokes";
import type { Told } from "./told";
import { WaveCard } from "./wave";
import { Bands, Copies, copiesText, Hatch, Requests } from "./ways";

const WHOLE = { x: 0, y: 0, ...CARD };
const SEA = { x: 0, y: 0, w: CARD.w, h: SEA_H };
/** Beneath the sea, and on a card without one. */
const FOOT = { x: 28, y: SEA_H + 22, w: CARD.w - 56, h: CARD.h - SEA_H - 50 };
const PAPER = { x: 36, y: 32, w: CARD.w - 72, h: CARD.h - 64 };
/** What a figure takes at the right of a lane. */
const FIGURE_W = 200;
/** Letters of a label for which that is enough. */
const LANE_LABEL = 17;
const FLOW_LABEL = 44;
/** With more, bars stand beside each other and have no names. */
const NAMED_MAX = 4;

export function CardPicture({ told }: { told: Told }) {
  const { show } = told.world;
  switch (show.picture) {
    case "wave":
      return paperOf(told) === "all" ? <RequestsCard told={told} /> : <WaveCard told={told} />;
    case "fan":
      return <FanCard told={told} />;
    case "flow":
      return <FlowCard told={told} />;
    case "ladder":
      return <LadderCard told={told} />;
    case "fleet":
      return <Machines told={told} />;
    case "strata":
    case "clocks":
    case "table":
    case "wall":
      return <LaneCard told={told} picture={show.picture} />;
    default:
      return <CardMap {...told} places={cardPlaces(told.world, WHOLE)} hasFlights />;
  }
}

/** Every machine by what it has to do; under the map where there is one to speak of. */
function Machines({ told }: { told: Told }) {
  const isAlone = told.world.zones.length < 2;
  return (
    <Paper>
      {!isAlone && <HalfMap told={told} />}
      <FleetCard world={told.world} frame={told.frame} room={isAlone ? PAPER : FOOT} />
    </Paper>
  );
}

/** How much of it is paper and no sea: nothing, what is beneath the map, or all. */
export function paperOf(told: Told): "none" | "below" | "all" {
  const { world, frame, other } = told;
  const { picture } = world.show;
  if (picture === "wave") return other !== null || waveAt(world, frame) === null ? "all" : "none";
  if (picture === null || picture === "flow" || picture === "fan") return "none";
  const isWithoutMap = picture === "ladder" || picture === "fleet";
  return (isWithoutMap && world.zones.length < 2) || isInStages(told) ? "all" : "below";
}

/** Ranges that come and go are told by their map at several moments. */
function isInStages({ world, stages }: Told): boolean {
  return world.show.picture === "table" && new Set(stages.map(({ shape }) => shape)).size > 2;
}

function Paper({ children }: { children: React.ReactNode }) {
  return (
    <>
      <path fill="var(--raised)" d={box(WHOLE)} />
      {children}
    </>
  );
}

/** The map over what happened until then. */
function LaneCard({
  told,
  picture,
}: {
  told: Told;
  picture: "strata" | "clocks" | "table" | "wall";
}) {
  const { world } = told;
  const label = picture === "table" ? "" : labelOf(world.conclusion, LANE_LABEL);
  const text = label === "" ? "" : outcomeText(told);
  const room = text === "" ? FOOT : { ...FOOT, w: FOOT.w - FIGURE_W };
  if (isInStages(told))
    return (
      <Paper>
        <StagesCard told={told} room={PAPER} />
      </Paper>
    );
  const Lane = { strata: CommitCard, clocks: AgesCard, table: LeadersCard, wall: WallCard }[
    picture
  ];
  const hasStrips = picture !== "wall" && hasLogs(world);
  return (
    <Paper>
      <HalfMap told={told} hasStrips={hasStrips} />
      <Lane told={told} room={room} />
      {text !== "" && (
        <Figure
          x={CARD.w - 28}
          y={SEA_H + 78}
          text={text}
          label={label}
          fill={picture === "wall" ? "var(--ink)" : "var(--bad)"}
        />
      )}
    </Paper>
  );
}

function HalfMap({ told, hasStrips = false }: { told: Told; hasStrips?: boolean }) {
  const { world, frame } = told;
  const found = cardPlaces(world, SEA);
  const places = hasStrips ? withRoomForLogs(found) : found;
  return (
    <>
      <CardMap {...told} places={places} />
      {hasStrips &&
        places.stores.map((place) => <Strata key={place.node} frame={frame} place={place} />)}
    </>
  );
}

function RequestsCard({ told }: { told: Told }) {
  return (
    <Paper>
      <Requests told={told} room={PAPER} />
    </Paper>
  );
}

function FanCard({ told }: { told: Told }) {
  const { id, world, frame } = told;
  const places = cardPlaces(world, WHOLE);
  return (
    <>
      <Ground id={id} places={places} />
      <Islands id={id} world={world} frame={frame} places={{ ...places, stores: [] }} />
      <Copies told={told} places={places} />
      <Islands id={id} world={world} frame={frame} places={{ ...places, islands: [] }} />
      <Figure x={CARD.w / 2} y={CARD.h - 26} text={copiesText(told)} anchor="middle" />
    </>
  );
}

function Ground({ id, places }: { id: string; places: CardPlaces }) {
  return (
    <>
      <defs>
        <Coasts id={id} places={places} />
        <Hatch id={id} />
      </defs>
      <Sea id={id} places={places} />
    </>
  );
}

function FlowCard({ told }: { told: Told }) {
  const { id, world, frame } = told;
  const places = cardPlaces(world, { ...WHOLE, h: CARD.h - 70 });
  const label = labelOf(world.conclusion, FLOW_LABEL);
  const text = label === "" ? "" : outcomeText(told);
  return (
    <>
      <path fill="var(--sea)" d={box(WHOLE)} />
      <Ground id={id} places={places} />
      <Bands told={told} places={places} />
      <Islands id={id} world={world} frame={frame} places={places} />
      <Figure x={CARD.w - 28} y={CARD.h - 52} text={text} label={label} />
    </>
  );
}

/** Bars alone where there is no map to speak of; else under the map. */
function LadderCard({ told }: { told: Told }) {
  const isMany = told.world.variants.length > NAMED_MAX;
  if (told.world.zones.length < 2)
    return (
      <Paper>
        <Bars told={told} room={{ ...PAPER, y: PAPER.y + 24, h: PAPER.h - 24 }} />
      </Paper>
    );
  return (
    <Paper>
      <HalfMap told={told} />
      <Bars told={told} room={isMany ? { ...FOOT, y: FOOT.y + 14, h: FOOT.h - 2 } : FOOT} />
    </Paper>
  );
}

/** The map at a key moment, over a sea that all of them share; in one zone, its machines. */
export function Moment(props: { id: string; world: World; frame: Frame; places: CardPlaces }) {
  if (props.world.zones.length < 2)
    return (
      <Paper>
        <FleetCard {...props} room={PAPER} />
      </Paper>
    );
  return (
    <>
      <Routes {...props} />
      <Islands {...props} />
      <Flights {...props} />
    </>
  );
}
