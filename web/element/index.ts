/** `@raft-atlas/element`: importing it in a browser defines `<raft-atlas>`. */

import { type AtlasEvent, RaftAtlas } from "./RaftAtlas.ts";

export type { Branch, Run } from "@/engine/embed";
export type { Action, Frame, Target, World } from "@/engine/types";
export type { AtlasEvents, Request, Time, Told } from "./channel.ts";
export { type AtlasEvent, RaftAtlas } from "./RaftAtlas.ts";

// A page may load this twice, and a server that renders pages has no elements.
if (globalThis.customElements?.get("raft-atlas") === undefined) {
  globalThis.customElements?.define("raft-atlas", RaftAtlas);
}

declare global {
  interface HTMLElementTagNameMap {
    "raft-atlas": RaftAtlas;
  }
  interface HTMLElementEventMap {
    "atlas-ready": AtlasEvent<"ready">;
    "atlas-time": AtlasEvent<"time">;
    "atlas-told": AtlasEvent<"told">;
    "atlas-state": AtlasEvent<"state">;
    "atlas-error": AtlasEvent<"error">;
  }
}
