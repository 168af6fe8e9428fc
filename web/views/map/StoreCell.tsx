/**
 * One store with the shown range's replica: a button that selects the store and opens its actions.
 * What it writes depends on the room that the layout gave it.
 */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { remark } from "@/model/replicaMarks";
import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { formatCount } from "@/model/units";
import { useSim } from "@/session/simStore";
import { Heat } from "./Heat";
import { nodeTrouble } from "./linkState";
import { subjectKey, useMap } from "./mapContext";
import { EmptyGlyph, ReplicaGlyph } from "./ReplicaGlyph";
import css from "./store.module.css";
import {
  briefStanding,
  leadsNoMajority,
  type ReplicaState,
  replicaOn,
  STATUS_WORDS,
  standing,
  storeName,
} from "./words";

interface StoreLook {
  status: "up" | "crashed" | "paused";
  /** What the network does to it, in a word or two. */
  trouble: string;
  leaders: number;
  held: number;
  replica: boolean;
}

type StoreView = StoreLook & ReplicaState;

const NO_REPLICA: ReplicaState = {
  role: "follower",
  term: 0,
  leaderNode: -1,
  votes: 0,
  voters: 0,
  leads: 0,
  commit: 0,
  applied: 0,
  elapsed: 0,
  timeout: 0,
  pendingReads: 0,
  lease: 0,
  leaseLeftUs: 0,
  safeLagUs: -1,
  delegate: false,
  asleep: false,
  joint: false,
};

/** Flat, so that a store is drawn again only when something that it shows has changed. */
function lookAt(world: World, frame: Frame, node: number): StoreView {
  const store = frame.stores.find((s) => s.node === node);
  const replica = replicaOn(frame, node);
  return {
    ...(replica ?? NO_REPLICA),
    replica: replica !== null,
    status: store?.status ?? "up",
    trouble: nodeTrouble(world, frame.faults, node),
    leaders: store?.leaders ?? 0,
    held: store?.replicas ?? 0,
  };
}

export function StoreCell({ node }: { node: number }) {
  const { world, layout, opened, stop, open } = useMap();
  const view = useSim((s) => (s.frame && s.world === world ? lookAt(world, s.frame, node) : null));
  const range = useSim((s) => s.range);
  const selected = useSim((s) => isSelected(s.selection, node));
  const place = layout.nodes[node];
  if (!place || !view) return null;
  const { rect } = place;
  const subject = { kind: "node", node } as const;
  const many = world.ranges.length > 1;
  const ranges = many
    ? t("leads {n} of its {held, plural, one {# range} other {# ranges}}", {
        n: view.leaders,
        held: view.held,
      })
    : "";
  const name = storeName(world, node, view.status, view.replica ? view : null, range);
  return (
    <button
      type="button"
      className={css.store}
      style={{ left: rect.x, top: rect.y, width: rect.w, height: rect.h }}
      data-node={node}
      data-thing={subjectKey(subject)}
      tabIndex={stop === subjectKey(subject) ? 0 : -1}
      data-density={place.density}
      data-status={view.status}
      data-isolated={view.trouble !== ""}
      data-selected={selected}
      data-broken={view.replica && view.status === "up" && leadsNoMajority(view)}
      aria-label={[name, ranges, view.trouble].filter(Boolean).join(t(", "))}
      aria-haspopup="dialog"
      aria-expanded={opened === subjectKey(subject)}
      onClick={(event) => open(subject, event.currentTarget)}
    >
      {place.density === "full" ? (
        <FullStore node={node} view={view} room={rect.w} />
      ) : (
        <SmallStore node={node} view={view} density={place.density} rect={rect} />
      )}
      <Heat node={node} />
    </button>
  );
}

function isSelected(selection: unknown, node: number): boolean {
  if (typeof selection !== "object" || selection === null) return false;
  if ("node" in selection) return selection.node === node;
  return "replica" in selection && (selection.replica as { node: number }).node === node;
}

function FullStore({ node, view, room }: { node: number; view: StoreView; room: number }) {
  const { world, scale } = useMap();
  const indexes = `${t("commit")} ${view.commit} ${t("applied")} ${view.applied}`;
  const wide = widthOf(indexes, scale) + FULL_EDGES_PX <= room;
  const glyphPx = Math.round(FULL_GLYPH_PX * scale);
  const whole = standing(world, view);
  const isTold = widthOf(whole, scale) + glyphPx + FULL_BODY_EDGES_PX <= room;
  const stands = isTold ? whole : briefStanding(view);
  const many = world.ranges.length > 1;
  const id = world.nodes[node]?.id ?? "";
  return (
    <>
      <span className={css.head}>
        <b>{id}</b>
        <Note view={view} many={many} roomPx={room - widthOf(id, scale) - FULL_HEAD_EDGES_PX} />
      </span>
      <span className={css.body}>
        <Glyph view={view} size={glyphPx} />
        <span className={css.lines}>
          {view.replica ? (
            <>
              <span>{t("term {term}", { term: view.term })}</span>
              <span className={css.standing}>
                {view.status === "crashed" ? t("on disk") : stands}
              </span>
            </>
          ) : (
            <span>{t("no replica")}</span>
          )}
        </span>
      </span>
      {view.replica && (
        <span className={css.indexes} data-wide={wide}>
          <span>
            {t("commit")} <span>{view.commit}</span>
          </span>
          <span data-lag={view.applied < view.commit}>
            {t("applied")} <span>{view.applied}</span>
          </span>
        </span>
      )}
    </>
  );
}

interface NoteProps {
  view: StoreView;
  many: boolean;
  roomPx: number;
}

/** What is special about the store, at the right of its name. */
function Note({ view, many, roomPx }: NoteProps) {
  const { scale } = useMap();
  if (view.status !== "up") return <span className={css.bad}>{t(STATUS_WORDS[view.status])}</span>;
  if (view.trouble !== "") return <span className={css.bad}>{view.trouble}</span>;
  if (view.pendingReads > 0) {
    const n = view.pendingReads;
    const whole = t("{n, plural, one {# read} other {# reads}} waiting", { n });
    return (
      <span>
        {widthOf(whole, scale) <= roomPx ? whole : t("{n} waiting", { n: formatCount(n) })}
      </span>
    );
  }
  const word = remark(view);
  if (word !== "" && widthOf(word, scale) > roomPx) return null;
  if (word !== "") return <span className={css.remark}>{word}</span>;
  if (!many) return null;
  const whole = leadsText(view);
  const leads = widthOf(whole, scale) <= roomPx ? whole : t("leads {n}", { n: view.leaders });
  return <span data-level="3">{leads}</span>;
}

function leadsText({ leaders }: StoreView): string {
  return t("leads {n, plural, one {# range} other {# ranges}}", { n: leaders });
}

interface SmallStoreProps {
  node: number;
  view: StoreView;
  density: "medium" | "compact" | "tiny";
  rect: { w: number; h: number };
}

/**
 * What borders, padding and gaps take across: of a full cell, of its glyph with the words beside it,
 * and of a small one with its glyph.
 */
const FULL_EDGES_PX = 44;
const FULL_HEAD_EDGES_PX = 36;
const FULL_BODY_EDGES_PX = 34;
const FULL_GLYPH_PX = 40;
const SMALL_EDGES_PX = 22;

function widthOf(text: string, scale: number): number {
  return Math.ceil(textWidth(text, SMALL_PX * scale));
}

/** Smaller, its letter could not be read; in a cell of no height there is none. */
const GLYPH_LEAST_PX = 10;

function SmallStore({ node, view, density, rect }: SmallStoreProps) {
  const { world, scale } = useMap();
  const id = world.nodes[node]?.id;
  const beside = density === "medium" || rect.w >= 58 * scale;
  const under = !beside && rect.h >= 42 * scale;
  const room = under ? rect.h - 24 * scale : rect.h - 4;
  const size = Math.min((density === "medium" ? 34 : 30) * scale, room, rect.w - 4);
  const many = world.ranges.length > 1;
  // A number that is cut off is another number: it is told whole or not at all.
  const besidePx = rect.w - size - SMALL_EDGES_PX;
  const isTold = (text: string) => widthOf(text, scale) <= besidePx;
  const whole = standing(world, view);
  const stands = isTold(whole) ? whole : briefStanding(view);
  const leads = leadsText(view);
  const term = t("term {term}", { term: view.term });
  const word = remark(view);
  const isRemarkTold = density === "medium" && word !== "" && isTold(`${id} · ${word}`);
  const before = isRemarkTold ? `${id} · ${word}` : id;
  const isTermTold = density === "medium" && view.replica && isTold(`${before} ${term}`);
  const commit = `${t("commit")} ${view.commit}`;
  const applied = `${t("applied")} ${view.applied}`;
  const lines = Math.floor((rect.h - 6) / (16.5 * scale));
  return (
    <span className={css.small} data-beside={beside}>
      {size >= GLYPH_LEAST_PX && <Glyph view={view} size={size} />}
      {(under || beside) && (
        <span className={css.lines}>
          <span>
            <b>{id}</b>
            {isTermTold && ` ${term}`}
            {isRemarkTold && <span className={css.remark}> · {word}</span>}
          </span>
          {density === "medium" && lines >= 2 && (
            <Trouble view={view} fallback={view.replica ? stands : t("no replica")} />
          )}
          {density === "medium" && many && lines >= 3 && (
            <span>{isTold(leads) ? leads : t("leads {n}", { n: view.leaders })}</span>
          )}
          {density === "medium" && view.replica && lines >= (many ? 4 : 3) && isTold(commit) && (
            <span>{commit}</span>
          )}
          {density === "medium" && view.replica && lines >= (many ? 6 : 5) && isTold(applied) && (
            <span>{applied}</span>
          )}
          {density !== "medium" && beside && lines >= 2 && isTold(troubleOf(view)) && (
            <Trouble
              view={view}
              fallback={view.replica && isTold(`t${view.term}`) ? `t${view.term}` : ""}
            />
          )}
        </span>
      )}
    </span>
  );
}

/** Empty while all is well. Where there is no room the sign and the border tell it. */
function troubleOf(view: StoreView): string {
  return view.status === "up" ? view.trouble : t(STATUS_WORDS[view.status]);
}

function Trouble({ view, fallback }: { view: StoreView; fallback: string }) {
  const trouble = troubleOf(view);
  if (trouble !== "") return <span className={css.bad}>{trouble}</span>;
  return <span className={css.standing}>{fallback}</span>;
}

function Glyph({ view, size }: { view: StoreView; size: number }) {
  const { world } = useMap();
  if (view.status === "crashed") return <EmptyGlyph size={size} mark="×" />;
  if (!view.replica) return <EmptyGlyph size={size} mark="–" />;
  return (
    <ReplicaGlyph
      role={view.role}
      broken={leadsNoMajority(view)}
      votes={view.votes}
      voters={view.voters}
      timer={timerOf(view, world)}
      lease={view.lease !== 0}
      delegate={view.delegate}
      asleep={view.asleep}
      size={size}
    />
  );
}

/**
 * A leader that reads by its lease: what is left of it, against the longest that is safe.
 * Followers and candidates: time without a leader against the election timeout. A leader's timer
 * runs round within one heartbeat, which raft-rs counts from the same tick as its election timer.
 */
function timerOf(view: ReplicaState, world: World): number {
  if (view.lease !== 0) return view.leaseLeftUs / (world.election_ticks * world.tick_us);
  if (view.role !== "leader") return view.timeout > 0 ? view.elapsed / view.timeout : 0;
  const beat = world.heartbeat_ticks;
  if (beat <= 1 || world.election_ticks % beat !== 0) return 0;
  return (view.elapsed % beat) / beat;
}
