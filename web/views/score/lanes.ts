/**
 * The lanes, in their order: one entry each, and the component that it names.
 */

import { total } from "@/lib/traffic";
import {
  BetweenFigure,
  BetweenPicture,
  betweenWords,
  InsideFigure,
  InsidePicture,
  insideWords,
} from "./BytesLane";
import { LeadersFigure, LeadersPicture, leadersWords } from "./LeadersLane";
import type { Lane } from "./lane";
import { hasChanges } from "./leading";
import { RequestsFigure, RequestsPicture, requestsWords } from "./RequestsLane";

/** Of what crosses between zones. */
const INSIDE_SHARE_MIN = 0.05;

export const LANES: readonly Lane[] = [
  {
    id: "between",
    chart: "traffic",
    title: "Between zones",
    unit: "on the wire, paid",
    share: 4,
    has: ({ world }) => world.zones.length > 1,
    words: betweenWords,
    Picture: BetweenPicture,
    Figure: BetweenFigure,
  },
  {
    id: "inside",
    title: "Inside zones",
    unit: "on the wire, free",
    share: 2,
    // Next to nothing is no story.
    has: ({ own }) =>
      total(own.score.buckets.inside) > INSIDE_SHARE_MIN * total(own.score.buckets.between),
    words: insideWords,
    Picture: InsidePicture,
    Figure: InsideFigure,
  },
  {
    id: "requests",
    title: "Every request",
    unit: "how long it took, log scale",
    share: 4,
    has: ({ own }) => own.score.completions.count > 0,
    words: requestsWords,
    Picture: RequestsPicture,
    Figure: RequestsFigure,
  },
  {
    id: "leaders",
    title: "Leaders",
    unit: "by each store’s own belief",
    // A row a store, of which none is lower than its name.
    share: ({ world }) =>
      Math.min(6, 0.8 * world.nodes.filter(({ kind }) => kind === "store").length),
    has: ({ own }) => hasChanges(own.score.leads),
    words: leadersWords,
    Picture: LeadersPicture,
    Figure: LeadersFigure,
  },
];
