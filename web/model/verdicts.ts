/** What a read is worth to its client, in one of four kinds, from the checker's verdict. */

import type { ReadMode, RequestView } from "@/engine/types";
import { READ_MODES } from "@/engine/vocabulary";
import { msg, t } from "@/language/words";
import { OP_INFO } from "./ops";
import { formatDuration } from "./units";

/**
 * Nothing that was acknowledged is missing; consistent but old, as promised; older than it should
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
  /** How old, where that is all that is told of it; else as short. */
  age: string;
  short: string;
  note: string;
}

type Judged = Pick<RequestView, "op" | "outcome" | "verdict">;
type Read = Judged & Pick<RequestView, "mode" | "reason" | "stale_us" | "stale_commits">;

/** What an answer is that missed a write: what was asked for, or stale (as the engine says it). */
export function agedVerdict(mode: ReadMode): "past" | "stale" {
  const { promise } = READ_MODES[mode];
  return promise === "newest" || promise === "taken-for-newest" ? "stale" : "past";
}

/** Undefined for writes, for what has not ended and for what was not judged. */
export function verdictKindOf({ op, outcome, verdict }: Judged): VerdictKind | undefined {
  if (OP_INFO[op].writes) return undefined;
  if (outcome === "failed") return "refused";
  if (outcome !== "ok" || verdict === "none" || verdict === "refused") return undefined;
  return verdict === "fresh" ? "linearizable" : verdict;
}

export function verdictOf(read: Read): ReadVerdict | undefined {
  const kind = verdictKindOf(read);
  if (kind === undefined) return undefined;
  const note = NOTES[kind] === "" ? "" : t(NOTES[kind]);
  if (kind === "refused") {
    const text = read.verdict === "refused" ? t("refused") : t("no answer");
    return { kind, text, age: text, short: text, note: read.reason };
  }
  const { promise } = READ_MODES[read.mode];
  const isOrdered = promise === "newest";
  if (kind === "linearizable") {
    const text = isOrdered ? t("linearizable") : t("fresh, by luck");
    const short = isOrdered ? text : t("fresh");
    return { kind, text, age: text, short, note: isOrdered ? note : t(BY_LUCK) };
  }
  const aged = { by: formatDuration(read.stale_us), n: read.stale_commits };
  if (kind === "past") {
    const text =
      promise === "nothing"
        ? t("old: {by}, {n, plural, one {# commit} other {# commits}}", aged)
        : t("consistent but old: {by}, {n, plural, one {# commit} other {# commits}}", aged);
    const short = t("{by} old", { by: aged.by });
    return { kind, text, age: short, short, note };
  }
  // What no order explains need not be old.
  const age =
    read.stale_us === 0
      ? ""
      : t("stale by {by}, {n, plural, one {# commit} other {# commits}}", aged);
  const short = read.stale_us === 0 ? "" : t("stale by {by}", { by: aged.by });
  // Whoever reads the past is told that it is stale only where that broke a promise.
  const broke = promise !== "taken-for-newest";
  if (!broke)
    return { kind, text: t("{age}, no guarantee in this mode", { age }), age, short, note };
  const broken = t("broken promise");
  const text = age === "" ? broken : t("broken promise: {age}", { age });
  return { kind, text, age: broken, short: broken, note: t(isOrdered ? BROKEN : BROKEN_PAST) };
}

/** What is said of a check that a mode does not promise (the engine's reports say the same). */
export const NOT_PROMISED = msg("no guarantee in this mode");

const NOTES: Readonly<Record<VerdictKind, string>> = {
  linearizable: msg(
    "It missed no write that had been acknowledged before it was sent. Judged from the clients’ history alone.",
  ),
  past: msg(
    "It missed writes that had been acknowledged before it was sent: by how long the first of them, and how many. Its mode promises nothing newer.",
  ),
  stale: msg(
    "It missed writes that had been acknowledged before it was sent, yet a client of this mode expects the newest value.",
  ),
  refused: "",
};
const BY_LUCK = msg(
  "It missed no write that had been acknowledged before it was sent. That was luck: its mode gives no guarantee of it.",
);
const BROKEN = msg(
  "Its mode promises linearizable reads, and no order of what the clients saw explains this one.",
);
const BROKEN_PAST = msg(
  "It is not the snapshot that its mode promises: too old, too new, or a mix of several.",
);
