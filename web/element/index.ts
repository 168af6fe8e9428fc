/**
 * `@raft-atlas/element`: importing it defines `<raft-atlas>`. Must not know the page beyond its
 * address and its messages (docs/embedding.md).
 */

import { RaftAtlas } from "./RaftAtlas.ts";

export type { Branch, Run } from "@/engine/embed";
export type { Action, Frame, Target, World } from "@/engine/types";
export { RaftAtlas } from "./RaftAtlas.ts";
export type { AtlasEvents, Request, Time, Told } from "./talk.ts";

if (!customElements.get("raft-atlas")) customElements.define("raft-atlas", RaftAtlas);

declare global {
  interface HTMLElementTagNameMap {
    "raft-atlas": RaftAtlas;
  }
}
