/** "Who has entry 10?", beside its leader, while it is not yet safe and time goes slowly enough. */

import { useMemo } from "react";
import { t } from "@/language/words";
import { overlaps, type Rect } from "@/model/map/geometry";
import { hueColor, isByStore, termHue } from "@/model/map/hues";
import { logWindow } from "@/model/map/logStrips";
import { majorityOf, type Question, whoHasIt } from "@/model/map/majority";
import { strongWidth } from "@/model/textWidth";
import { LARGE_PX } from "@/model/typeSizes";
import { usePage } from "@/session/pageStore";
import { useIsBeside, useSim } from "@/session/simStore";
import { type Cover, cardsToCome, placeCards } from "./callouts";
import { useMap } from "./mapContext";
import { isSlow } from "./slow";
import css from "./whoHas.module.css";

const ROW_PX = 19;
const HEAD_PX = 26;
/** A sign, the gap behind it, and the words behind the longest name. */
const WORDS_PX = 150;

export function WhoHas({ cover }: { cover: Cover }) {
  const { world, blocks } = useMap();
  const isBeside = useIsBeside();
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const key = useSim((s) =>
    s.frame === null ||
    s.world !== world ||
    hideVerdicts ||
    isByStore(world) ||
    !isSlow(s) ||
    logWindow(s.frame, { blocks, isLow: false, speed: s.speed })?.near !== true
      ? ""
      : JSON.stringify(whoHasIt(world, s.frame)),
  );
  if (isBeside || key === "" || key === "null") return null;
  return <Answer question={JSON.parse(key) as Question} cover={cover} />;
}

function Answer({ question, cover }: { question: Question; cover: Cover }) {
  const { world, layout, scale } = useMap();
  const { entry, leader, term, voters } = question;
  const names = voters.map(({ node }) => nameOf(world, node)).join(" ");
  const place = useMemo(() => {
    const longest = Math.max(...names.split(" ").map((name) => strongWidth(name, LARGE_PX)));
    const size = {
      w: (longest + WORDS_PX) * scale,
      h: (HEAD_PX + (voters.length + 1) * ROW_PX) * scale,
    };
    const cards = cardsToCome(world, layout, scale, cover);
    const around = { ...cover, labels: [...cover.labels, ...cards] };
    const found = placeCards([leader], layout, size, around).get(leader);
    // Where it would lie over a route or a card it says less than they do.
    const isOver = (one: Rect) => found !== undefined && overlaps(found, one);
    return cover.roads.some(isOver) || cards.some(isOver) ? undefined : found;
  }, [names, voters.length, layout, scale, leader, cover, world]);
  if (place === undefined || layout.snug) return null;
  const have = voters.filter(({ holds }) => holds === "yes").length;
  const needed = majorityOf(voters.length);
  return (
    <div
      className={css.question}
      style={{ left: place.x, top: place.y, width: place.w }}
      aria-hidden="true"
    >
      <b>{t("Who has entry {index}?", { index: entry })}</b>
      {voters.map(({ node, holds }) => (
        <span key={node}>
          <svg
            style={{ color: hueColor(termHue(term)) }}
            width={14}
            height={14}
            viewBox="0 0 14 14"
            aria-hidden="true"
          >
            <circle className={css[holds]} cx={7} cy={7} r={5.5} />
            {holds === "answering" && (
              <path className={css.half} d="M7 1.5A5.5 5.5 0 0 0 7 12.5Z" />
            )}
          </svg>
          <em>{nameOf(world, node)}</em> {wordsOf(holds)}
        </span>
      ))}
      <span>
        <b>{t("{have} of {all}.", { have, all: voters.length })}</b>{" "}
        {t("{n} make it safe.", { n: needed })}
      </span>
    </div>
  );
}

/** A zone's name where the store is alone in it, else the store's. */
function nameOf(world: ReturnType<typeof useMap>["world"], node: number): string {
  const zone = world.nodes[node]?.zone ?? -1;
  const stores = world.nodes.filter((one) => one.kind === "store" && one.zone === zone);
  return (stores.length === 1 ? world.zones[zone]?.id : world.nodes[node]?.id) ?? "";
}

function wordsOf(holds: Question["voters"][number]["holds"]): string {
  switch (holds) {
    case "yes":
      return t("has it");
    case "answering":
      return t("answer under way");
    case "no":
      return t("not yet");
  }
}
