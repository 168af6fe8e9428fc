/** `@raft-atlas/element/react`: the element as a component, `<Atlas>`, and its types for JSX. */

import { createElement, type HTMLAttributes, type ReactElement, type RefAttributes } from "react";
import type { AtlasEvents } from "./channel.ts";
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

type OwnEvents = Extract<keyof RaftAtlasProps, `onatlas-${string}`>;

/** Attributes of the element, and what is done with what it tells. A `ref` gets the element. */
export interface AtlasProps extends Omit<RaftAtlasProps, OwnEvents | "onError"> {
  onReady?: (told: AtlasEvents["ready"]) => void;
  onTime?: (told: AtlasEvents["time"]) => void;
  onTold?: (told: AtlasEvents["told"]) => void;
  onState?: (told: AtlasEvents["state"]) => void;
  onError?: (told: AtlasEvents["error"]) => void;
}

/** `<raft-atlas>` in React: `<Atlas scenario="first-look" onTold={({ text }) => say(text)} />`. */
export function Atlas(props: AtlasProps): ReactElement {
  const { onReady, onTime, onTold, onState, onError, ...rest } = props;
  return createElement("raft-atlas", {
    ...rest,
    "onatlas-ready": handsOn(onReady),
    "onatlas-time": handsOn(onTime),
    "onatlas-told": handsOn(onTold),
    "onatlas-state": handsOn(onState),
    "onatlas-error": handsOn(onError),
  });
}

function handsOn<Told>(
  hear: ((told: Told) => void) | undefined,
): ((event: CustomEvent<Told>) => void) | undefined {
  return hear && ((event) => hear(event.detail));
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "raft-atlas": RaftAtlasProps;
    }
  }
}
