/** The card of the latest request at each gateway; pointing at it shows the request's way. */

import { memo, useMemo, useRef } from "react";
import type { World } from "@/engine/types";
import { msg, t } from "@/language/words";
import type { Rect } from "@/model/map/geometry";
import { strongWidth, textWidth } from "@/model/textWidth";
import { LARGE_PX, SMALL_PX } from "@/model/typeSizes";
import { VERDICT_SHAPES } from "@/model/verdicts";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useIsBeside, useSim } from "@/session/simStore";
import { BadgeMark } from "@/ui/Badge";
import {
  type Callout,
  type Cover,
  cardPlaces,
  chooseCallouts,
  isBrief,
  sameCards,
} from "./callouts";
import { type VerdictWords, verdictWords } from "./cardWords";
import css from "./map.module.css";
import { useMap } from "./mapContext";

const NONE: Callout[] = [];
const OF_THE_OTHER = msg("This request is of the second run. The inspector shows the first.");

/** Fetched with the first picture, as there are no requests before. */
export function Callouts({ cover }: { cover: Cover }) {
  return <CalloutLayer cards={useCallouts()} cover={cover} />;
}

interface CalloutLayerProps {
  cards: readonly Callout[];
  cover: Cover;
}

function gatewaysOf(world: World | null): number {
  return world === null ? 0 : world.nodes.filter(({ kind }) => kind === "gateway").length;
}

/** The cards of this instant; a card is kept long enough to be read. */
function useCallouts(): Callout[] {
  const kept = useRef<Callout[]>([]);
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  return useSim((s) => {
    const next =
      s.frame && !hideVerdicts ? chooseCallouts(s.frame, kept.current, gatewaysOf(s.world)) : NONE;
    if (!sameCards(kept.current, next)) kept.current = next;
    return kept.current;
  });
}

const CalloutLayer = memo(function CalloutLayer({ cards, cover }: CalloutLayerProps) {
  const { layout, scale } = useMap();
  const shown = cards.map((card) => card.gateway).join(",");
  const places = useMemo(() => {
    const gateways = shown === "" ? [] : shown.split(",").map(Number);
    return cardPlaces(gateways, layout, scale, cover);
  }, [layout, shown, cover, scale]);
  return cards.map((card) => {
    const place = places.get(card.gateway);
    return place && <Card key={card.gateway} card={card} place={place} />;
  });
});

function Card({ card, place }: { card: Callout; place: Rect }) {
  const { world, scale } = useMap();
  const { request } = card;
  const brief = isBrief(place, scale);
  const isBeside = useIsBeside();
  // The inspector is the first run's, where this number is another request.
  const choose = () =>
    isBeside ? sim.notify(t(OF_THE_OTHER)) : sim.select({ request: request.id });
  const point = () => (isBeside ? undefined : sim.hover({ request: request.id }));
  const selected = usePage(
    (s) => s.selection !== null && "request" in s.selection && s.selection.request === request.id,
  );
  const zone = world.nodes[card.gateway]?.zone;
  const several = world.nodes.filter((n) => n.zone === zone && n.kind === "gateway").length > 1;
  const words = useSim((s) => verdictWords(world, request, s.frame?.now_us ?? 0));
  const gateway = world.nodes[card.gateway]?.id ?? "";
  const gatewayPx = several ? textWidth(gateway, SMALL_PX) + APART_PX : 0;
  return (
    <button
      type="button"
      className={css.card}
      data-above-messages=""
      style={{
        left: place.x,
        top: place.y,
        width: place.w,
        height: place.h,
        opacity: card.strength,
      }}
      data-tone={words.tone}
      data-small={brief || place.w < LARGE_LEAST_PX * scale}
      data-selected={selected}
      aria-label={t("Gateway {gateway}: {title}. {text}. Show its path", {
        gateway,
        title: words.title,
        text: words.text,
      })}
      onClick={choose}
      onPointerEnter={point}
      onPointerLeave={() => sim.hover(null)}
      onFocus={point}
      onBlur={() => sim.hover(null)}
    >
      <span className={css.cardHead}>
        <b>
          {words.verdict !== undefined && <BadgeMark shape={VERDICT_SHAPES[words.verdict]} />}
          {headOf(words, brief, place.w / scale, gatewayPx)}
        </b>
        {several && (
          <span className="faint type-1" data-level="3">
            {gateway}
          </span>
        )}
      </span>
      {!brief && <span className="hint one-line">{textOf(words, place.w / scale)}</span>}
    </button>
  );
}

/** Across, at normal type: edges, and the sign of a verdict. */
const EDGES_PX = 27;
const SIGN_PX = 20;
/** Between the words and the gateway's id. */
const APART_PX = 8;
/** Narrower cards have smaller type. */
const LARGE_LEAST_PX = 220;

/** `width` of the card and `takenPx` of it at normal type. What fits is told whole. */
function headOf(words: VerdictWords, isTight: boolean, width: number, takenPx: number): string {
  const sign = words.verdict === undefined ? 0 : SIGN_PX;
  const sizePx = !isTight && width >= LARGE_LEAST_PX ? LARGE_PX : SMALL_PX;
  const { title, short, shorter, brief } = words;
  const told = [short, shorter, brief];
  const roomPx = width - takenPx - EDGES_PX - sign;
  return fitting(isTight ? told : [title, ...told], (text) => strongWidth(text, sizePx) <= roomPx);
}

function textOf({ text, briefText }: VerdictWords, width: number): string {
  return fitting([text, briefText], (told) => textWidth(told, SMALL_PX) <= width - EDGES_PX);
}

/** The first that has room; else the last. A number that is cut off is another number. */
function fitting(texts: readonly string[], hasRoom: (text: string) => boolean): string {
  return texts.find(hasRoom) ?? texts.at(-1) ?? "";
}
