/**
 * What a read is worth to the client that sent it, in one of four kinds, from what the engine's
 * checker says of it. Pure; must not know how it is drawn.
 */

import { formatDuration, plural } from "@/lib/units";
import type { RequestView, World } from "@/protocol/engine";

/**
 * Nothing that was acknowledged is missing; a consistent past, as promised; older than it should
 * be; no rows.
 */
export type VerdictKind = "linearizable" | "past" | "stale" | "refused";

/** Its mark beside its word (ui/Badge). */
export const VERDICT_SHAPES = {
  linearizable: "tick",
  past: "clock",
  stale: "cross",
  refused: "barred",
} as const;

export interface ReadVerdict {
  kind: VerdictKind;
  text: string;
  /** The same in a word or two. */
  short: string;
  /** What it means, in a sentence. */
  note: string;
}

type Judged = Pick<RequestView, "op" | "outcome" | "verdict">;
type Read = Judged & Pick<RequestView, "mode" | "reason" | "stale_us" | "stale_commits">;

/** Undefined for writes, for what has not ended and for what was not judged. */
export function verdictKindOf({ op, outcome, verdict }: Judged): VerdictKind | undefined {
  if (op === "put") return undefined;
  if (outcome === "failed") return "refused";
  if (outcome !== "ok" || verdict === "none") return undefined;
  return verdict === "fresh" ? "linearizable" : "stale";
}

/** The verdict on a read in words. */
export function verdictOf(read: Read, world: Pick<World, "read_modes">): ReadVerdict | undefined {
  const kind = verdictKindOf(read);
  if (kind === undefined) return undefined;
  if (kind === "refused") return { kind, text: "refused", short: "refused", note: read.reason };
  const mode = world.read_modes.find(({ id }) => id === read.mode);
  const promises = mode?.linearizable === true;
  if (kind === "linearizable") {
    const text = promises ? "linearizable" : "fresh";
    return { kind, text, short: text, note: LINEARIZABLE };
  }
  const by = formatDuration(read.stale_us);
  const age = `${by}, ${plural(read.stale_commits, "commit")}`;
  return promises
    ? {
        kind,
        text: `broken promise: stale by ${age}`,
        short: `broken promise: ${by}`,
        note: BROKEN,
      }
    : { kind, text: `stale by ${age}`, short: `stale by ${by}`, note: STALE };
}

const LINEARIZABLE =
  "It missed no write that had been acknowledged before it was sent. Judged from the clients’ history alone.";
const STALE =
  "It missed writes that had been acknowledged before it was sent: by how long the first of them, and how many. Its mode promises nothing else.";
const BROKEN =
  "Its mode promises linearizable reads, and it missed writes that had been acknowledged before it was sent.";
