/**
 * The views of what happened, in the order of their tabs: one entry each, and the component that it
 * fetches when it is first opened. Must not know how a view draws.
 */

import { type ComponentType, lazy } from "react";

import type { VIEWS as LINKED } from "@/model/share/read";
import type { Panel } from "@/session/stage";

export interface View {
  /** What a link holds; a view that a link cannot open needs more than the run. */
  id: (typeof LINKED)[number] | "compare";
  label: string;
  /** The panel with which it stands. */
  panel: Panel;
  /** It needs the room of several rows. */
  isTall?: true;
  /** It needs a second run beside this one. */
  forTwo?: true;
  Content: ComponentType;
}

/** Beside the map, where no other view stands. */
export const Meters = lazy(async () => ({
  default: (await import("@/views/meters/Meters")).Meters,
}));

export const VIEWS: readonly View[] = [
  {
    id: "score",
    label: "Over time",
    panel: "dock",
    isTall: true,
    Content: lazy(async () => ({
      default: (await import("@/views/score/ScoreView")).ScoreView,
    })),
  },
  {
    id: "spacetime",
    label: "Space-time",
    panel: "dock",
    Content: lazy(async () => ({
      default: (await import("@/views/spacetime/SpaceTimeView")).SpaceTimeView,
    })),
  },
  {
    id: "logs",
    label: "Logs",
    panel: "dock",
    Content: lazy(async () => ({ default: (await import("@/views/logs/LogsView")).LogsView })),
  },
  {
    id: "requests",
    label: "Requests",
    panel: "dock",
    Content: lazy(async () => ({
      default: (await import("@/views/requests/RequestsView")).RequestsView,
    })),
  },
  {
    id: "events",
    label: "Events",
    panel: "dock",
    Content: lazy(async () => ({ default: (await import("@/views/events/Events")).Events })),
  },
  {
    id: "bytes",
    label: "Bytes",
    panel: "dock",
    Content: lazy(async () => ({ default: (await import("@/views/bytes/BytesView")).BytesView })),
  },
  {
    id: "modes",
    label: "Read modes",
    panel: "dock",
    Content: lazy(async () => ({ default: (await import("@/views/modes/ModesView")).ModesView })),
  },
  {
    id: "bottleneck",
    label: "Bottleneck",
    panel: "dock",
    Content: lazy(async () => ({
      default: (await import("@/views/bottleneck/BottleneckView")).BottleneckView,
    })),
  },
  {
    id: "meters",
    label: "Metrics",
    panel: "meters",
    isTall: true,
    Content: Meters,
  },
  {
    id: "compare",
    label: "Compare",
    panel: "dock",
    forTwo: true,
    Content: lazy(async () => ({
      default: (await import("@/views/compare/CompareView")).CompareView,
    })),
  },
];
