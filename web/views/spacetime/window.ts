/** Which part of the run is in view: a left edge and a zoom, and what moves them. Pure. */
import { type Gaps, instantAt, lineOf, placeOf, zoomToFit } from "./timeScale";

export interface View {
  /** Instant at the left edge. */
  leftUs: number;
  usPerPx: number;
}

/** What can be looked at, and how much room there is. */
export interface Reach {
  fromUs: number;
  toUs: number;
  /** Where the record begins; it may still grow back. */
  knownFromUs: number;
  widthPx: number;
  gaps: Gaps;
}

/** Nothing happens between two microseconds. */
export const FINEST_US_PER_PX = 0.1;
/** Room left free before the start and behind the end. */
const MARGIN_PX = 24;
/** While it is followed, the present stands here: what comes has room to appear. */
const PRESENT_SHARE = 0.82;
const LEAST_SHARE = 0.04;

export function whole(reach: Reach): View {
  return stretch(reach, reach.fromUs, reach.toUs);
}

/** A stretch of time over the whole width, with a margin at both ends. */
export function stretch(reach: Reach, fromUs: number, toUs: number): View {
  const room = Math.max(40, reach.widthPx - 2 * MARGIN_PX);
  const usPerPx = Math.max(FINEST_US_PER_PX, zoomToFit(reach.gaps, fromUs, toUs, room));
  const line = lineOf(reach.gaps, usPerPx);
  return { usPerPx, leftUs: instantAt(line, placeOf(line, fromUs) - MARGIN_PX) };
}

/** So many µs of time at an instant, which keeps its place. */
export function zoomedTo(view: View, reach: Reach, usPerPx: number, atPx: number): View {
  const before = lineOf(reach.gaps, view.usPerPx);
  const us = instantAt(before, placeOf(before, view.leftUs) + atPx);
  const next = Math.min(coarsest(reach), Math.max(FINEST_US_PER_PX, usPerPx));
  const after = lineOf(reach.gaps, next);
  return within({ usPerPx: next, leftUs: instantAt(after, placeOf(after, us) - atPx) }, reach);
}

export function panned(view: View, reach: Reach, byPx: number): View {
  const line = lineOf(reach.gaps, view.usPerPx);
  const leftUs = instantAt(line, placeOf(line, view.leftUs) + byPx);
  return within({ ...view, leftUs }, reach);
}

/** The present in view: it runs up to its place and stays there, the picture moves under it. */
export function following(view: View, reach: Reach, nowUs: number): View {
  const line = lineOf(reach.gaps, view.usPerPx);
  const at = placeOf(line, nowUs) - placeOf(line, view.leftUs);
  const most = reach.widthPx * PRESENT_SHARE;
  const least = reach.widthPx * LEAST_SHARE;
  if (at <= most && at >= least) return view;
  const place = at > most ? most : reach.widthPx * 0.3;
  return within({ ...view, leftUs: instantAt(line, placeOf(line, nowUs) - place) }, reach);
}

/** The same zoom, moved as little as it takes to show a stretch of time. */
export function showing(view: View, reach: Reach, fromUs: number, toUs: number): View {
  const line = lineOf(reach.gaps, view.usPerPx);
  const left = placeOf(line, view.leftUs);
  const from = placeOf(line, fromUs) - left;
  const to = placeOf(line, toUs) - left;
  const edge = Math.min(80, reach.widthPx / 6);
  if (from >= edge && to <= reach.widthPx - edge) return view;
  const by = (from + to) / 2 - reach.widthPx / 2;
  return panned(view, reach, Math.min(by, from - edge));
}

function coarsest(reach: Reach): number {
  return whole(reach).usPerPx;
}

/** Not past the ends by more than a margin; where all fits, from the start. */
function within(view: View, reach: Reach): View {
  const line = lineOf(reach.gaps, view.usPerPx);
  const least = placeOf(line, reach.fromUs) - MARGIN_PX;
  const most = Math.max(least, placeOf(line, reach.toUs) - reach.widthPx * PRESENT_SHARE);
  const left = placeOf(line, view.leftUs);
  const kept = Math.min(most, Math.max(least, left));
  return kept === left ? view : { ...view, leftUs: instantAt(line, kept) };
}
