/** One request as a lane, beside the same of the run that it is held against. */

import { scaleLinear } from "d3-scale";
import { useRef } from "react";
import { useStore } from "zustand";
import type { Frame } from "@/engine/types";
import { t } from "@/language/words";
import { newestRequest, type RequestPath } from "@/model/requests/requestPath";
import { formatDuration } from "@/model/units";
import { runNames } from "@/session/series/againstChoice";
import { against } from "@/session/series/ghost";
import { useComing } from "@/session/series/useComing";
import { useSim } from "@/session/simStore";
import { useTypeScale } from "@/session/typeScale";
import { useHeight, useWidth } from "@/ui/useWidth";
import { RequestPicture } from "./RequestPicture";
import css from "./request.module.css";
import { placesOf, type Rows } from "./requestRows";

const NAMES_PX = 110;
const FIGURE_PX = 190;
const COPIES_PX = 116;
/** Of a zone and a store. */
const NODES_PX = 124;
/** Of the room for names, on a narrow screen. */
const NARROW = 0.75;
/** Narrower, the figure is left out: its parts say it. */
const WIDE_PX = 620;
/** Beyond its end, so that what happens last has room. */
const BEYOND = 1.08;
/** Half of what an axis takes. */
const AXIS_PX = 9;
/** With less room for each, one run alone is drawn. */
const HALF_PX_MIN = 80;

export function RequestLane({ rows = "zones" }: { rows?: Rows }) {
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(body);
  const height = useHeight(body);
  return (
    <div
      ref={body}
      className="clips flex full-width full-height on-panel"
      data-testid="request-lane"
    >
      {width > 0 && height > 0 && <Pictures rows={rows} width={width} height={height} />}
    </div>
  );
}

function Pictures({ rows, width, height }: { rows: Rows; width: number; height: number }) {
  useComing();
  const scale = useTypeScale();
  const world = useSim((s) => s.world);
  const frame = useSim((s) => s.frame);
  const { frame: theirs, choice } = useStore(against.store);
  const session = useSim((s) => s.session);
  const own = world && frame ? newestRequest(world, frame) : null;
  if (world === null || frame === null) return null;
  if (own === null) return <p className="none-yet">{t("No request yet.")}</p>;
  const other = theirs === null ? null : newestRequest(world, theirs);
  const isNarrow = width < WIDE_PX * scale;
  // Many rows need the whole height: the other run stands beside.
  const isBeside = rows === "nodes" && !isNarrow;
  const isBoth =
    other !== null &&
    theirs !== null &&
    (isBeside || (rows === "zones" && height / 2 >= HALF_PX_MIN));
  const longest = rows === "nodes" ? NODES_PX : NAMES_PX;
  const namesPx = (isNarrow ? longest * NARROW : longest) * scale;
  const ownPx = isBoth && isBeside ? width / 2 : width;
  const roomPx = ownPx - namesPx - (isNarrow ? 12 : (isBeside ? COPIES_PX : FIGURE_PX) * scale);
  const onePx = isBoth && !isBeside ? height / 2 : height;
  // On a narrow screen the axis stands once, above: rows stay as high in both.
  const axisPx = isBoth && isNarrow ? AXIS_PX * scale : 0;
  const ownUs = lengthUs(own, frame);
  const longestUs = Math.max(ownUs, isBoth ? lengthUs(other, theirs) : 0);
  const x = scaleLinear([0, longestUs * BEYOND], [0, roomPx]);
  const places = placesOf(world, isBoth ? [own, other] : [own], rows);
  const names = runNames(world, session, choice);
  const shared = { world, places, rows, x, namesPx, roomPx, scale };
  return (
    <div className={css.pictures} data-beside={isBeside}>
      <RequestPicture
        {...shared}
        path={own}
        frame={frame}
        height={onePx + axisPx}
        figure={!isNarrow}
        name={isBoth ? names.own : ""}
      />
      {isBoth && (
        <RequestPicture
          {...shared}
          path={other}
          frame={theirs}
          height={onePx - axisPx}
          figure={!isNarrow}
          name={names.other}
          isGhost
        />
      )}
      <p className="sr-only">{sentence(own)}</p>
    </div>
  );
}

/** As long as it is known to take, and no shorter than the one before it: the axis stands still. */
function lengthUs({ request, hops, doneUs }: RequestPath, { requests }: Frame): number {
  const latest = Math.max(...hops.map(({ arriveUs }) => arriveUs), doneUs ?? 0);
  const before = requests.findLast(
    ({ workload, completed_us }) => workload === request.workload && completed_us !== null,
  );
  const known = before === undefined ? 0 : (before.completed_us ?? 0) - before.invoked_us;
  return Math.max(1, latest - request.invoked_us, known);
}

function sentence({ request, doneUs }: RequestPath): string {
  const time = formatDuration((doneUs ?? request.invoked_us) - request.invoked_us);
  return t("One request, message by message: {time}", { time });
}
