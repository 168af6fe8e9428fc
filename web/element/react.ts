/**
 * `@raft-atlas/element/react`: the element, and its types for JSX. React 19 sets attributes and
 * listens to events of elements by itself, so there is nothing else to it.
 */

import type { HTMLAttributes, RefAttributes } from "react";
import type { AtlasEvent, RaftAtlas } from "./index.ts";

export { type AtlasEvent, RaftAtlas } from "./index.ts";

/** Attributes as in the package's README; events as React names those of elements. */
export interface RaftAtlasProps extends HTMLAttributes<RaftAtlas>, RefAttributes<RaftAtlas> {
  scenario?: string;
  variant?: string;
  seed?: number | string;
  lesson?: string;
  step?: string;
  beside?: string;
  panels?: string;
  lock?: boolean | "all";
  theme?: "light" | "dark" | "projector";
  language?: string;
  present?: boolean;
  paused?: boolean;
  handout?: boolean;
  link?: string;
  page?: string;
  "onatlas-ready"?: (event: AtlasEvent<"ready">) => void;
  "onatlas-time"?: (event: AtlasEvent<"time">) => void;
  "onatlas-told"?: (event: AtlasEvent<"told">) => void;
  "onatlas-state"?: (event: AtlasEvent<"state">) => void;
  "onatlas-error"?: (event: AtlasEvent<"error">) => void;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "raft-atlas": RaftAtlasProps;
    }
  }
}
