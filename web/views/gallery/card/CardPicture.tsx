/** The picture of a scenario at its telling instant, as it reads at the size of a card. */

import type { Frame, World } from "@/engine/types";
import { waveAt } from "@/model/requests/wave";
import { Bars, FleetCard } from "./bars";
import { CardMap, Coasts, Flights, Islands, Routes, Sea } from "./CardMap";
import { hasLogs, Strata, withRoomForLogs } from "./CardSign";
import type { CardRun } from "./cardRun";
import { Figure, labelOf, outcomeText } from "./Figure";
import { Bands, Copies, copiesText, Hatch, Requests } from "./pathCards";
import { CARD, type CardPlaces, cardPlaces, SEA_H } from "./place";
import { box } from "./strokes";
import { AgesCard, CommitCard, LeadersCard, StagesCard, WallCard } from "./timeCards";
import { WaveCard } from "./wave";

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

export function CardPicture({ card }: { card: CardRun }) {
  const { show } = card.world;
  switch (show.picture) {
    case "wave":
      return paperOf(card) === "all" ? <RequestsCard card={card} /> : <WaveCard card={card} />;
    case "fan":
      return <FanCard card={card} />;
    case "flow":
      return <FlowCard card={card} />;
    case "ladder":
      return <LadderCard card={card} />;
    case "fleet":
      return <Machines card={card} />;
    case "strata":
    case "clocks":
    case "table":
    case "wall":
      return <LaneCard card={card} picture={show.picture} />;
    default:
      return <CardMap {...card} places={cardPlaces(card.world, WHOLE)} hasFlights />;
  }
}

/** Every machine by what it has to do; under the map where there is one to speak of. */
function Machines({ card }: { card: CardRun }) {
  const isAlone = card.world.zones.length < 2;
  return (
    <Paper>
      {!isAlone && <HalfMap card={card} />}
      <FleetCard world={card.world} frame={card.frame} room={isAlone ? PAPER : FOOT} />
    </Paper>
  );
}

/** How much of it is paper and no sea: nothing, what is beneath the map, or all. */
export function paperOf(card: CardRun): "none" | "below" | "all" {
  const { world, frame, other } = card;
  const { picture } = world.show;
  if (picture === "wave") return other !== null || waveAt(world, frame) === null ? "all" : "none";
  if (picture === null || picture === "flow" || picture === "fan") return "none";
  const isWithoutMap = picture === "ladder" || picture === "fleet";
  return (isWithoutMap && world.zones.length < 2) || isInStages(card) ? "all" : "below";
}

/** Ranges that come and go are told by their map at several moments. */
function isInStages({ world, stages }: CardRun): boolean {
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
  card,
  picture,
}: {
  card: CardRun;
  picture: "strata" | "clocks" | "table" | "wall";
}) {
  const { world } = card;
  const label = picture === "table" ? "" : labelOf(world.conclusion, LANE_LABEL);
  const text = label === "" ? "" : outcomeText(card);
  const room = text === "" ? FOOT : { ...FOOT, w: FOOT.w - FIGURE_W };
  if (isInStages(card))
    return (
      <Paper>
        <StagesCard card={card} room={PAPER} />
      </Paper>
    );
  const Lane = { strata: CommitCard, clocks: AgesCard, table: LeadersCard, wall: WallCard }[
    picture
  ];
  const hasStrips = picture !== "wall" && hasLogs(world);
  return (
    <Paper>
      <HalfMap card={card} hasStrips={hasStrips} />
      <Lane card={card} room={room} />
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

function HalfMap({ card, hasStrips = false }: { card: CardRun; hasStrips?: boolean }) {
  const { world, frame } = card;
  const found = cardPlaces(world, SEA);
  const places = hasStrips ? withRoomForLogs(found) : found;
  return (
    <>
      <CardMap {...card} places={places} />
      {hasStrips &&
        places.stores.map((place) => <Strata key={place.node} frame={frame} place={place} />)}
    </>
  );
}

function RequestsCard({ card }: { card: CardRun }) {
  return (
    <Paper>
      <Requests card={card} room={PAPER} />
    </Paper>
  );
}

function FanCard({ card }: { card: CardRun }) {
  const { id, world, frame } = card;
  const places = cardPlaces(world, WHOLE);
  return (
    <>
      <Ground id={id} places={places} />
      <Islands id={id} world={world} frame={frame} places={{ ...places, stores: [] }} />
      <Copies card={card} places={places} />
      <Islands id={id} world={world} frame={frame} places={{ ...places, islands: [] }} />
      <Figure x={CARD.w / 2} y={CARD.h - 26} text={copiesText(card)} anchor="middle" />
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

function FlowCard({ card }: { card: CardRun }) {
  const { id, world, frame } = card;
  const places = cardPlaces(world, { ...WHOLE, h: CARD.h - 70 });
  const label = labelOf(world.conclusion, FLOW_LABEL);
  const text = label === "" ? "" : outcomeText(card);
  return (
    <>
      <path fill="var(--sea)" d={box(WHOLE)} />
      <Ground id={id} places={places} />
      <Bands card={card} places={places} />
      <Islands id={id} world={world} frame={frame} places={places} />
      <Figure x={CARD.w - 28} y={CARD.h - 52} text={text} label={label} />
    </>
  );
}

/** Bars alone where there is no map to speak of; else under the map. */
function LadderCard({ card }: { card: CardRun }) {
  const isMany = card.world.variants.length > NAMED_MAX;
  if (card.world.zones.length < 2)
    return (
      <Paper>
        <Bars card={card} room={{ ...PAPER, y: PAPER.y + 24, h: PAPER.h - 24 }} />
      </Paper>
    );
  return (
    <Paper>
      <HalfMap card={card} />
      <Bars card={card} room={isMany ? { ...FOOT, y: FOOT.y + 14, h: FOOT.h - 2 } : FOOT} />
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
