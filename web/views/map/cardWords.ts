/** What came of a request, as the card at its reader says it. Pure. */

import type { RequestView, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { keysText, OP_INFO } from "@/model/ops";
import { capitalised } from "@/model/text";
import { formatDuration } from "@/model/units";
import { type VerdictKind, verdictOf } from "@/model/verdicts";

/** Flat: the map compares them member by member. */
export interface VerdictWords {
  title: string;
  /** The title where there is less room. */
  short: string;
  /** And less still. */
  shorter: string;
  /** Without numbers, where they would be cut off. */
  brief: string;
  text: string;
  /** The text where there is little room: without what the sign says, or from whom it came. */
  briefText: string;
  /** bad: stale or refused; good: a read that kept its promise; plain: writes and waiting. */
  tone: "bad" | "good" | "plain";
  /** Of a read that has ended. */
  verdict?: VerdictKind | undefined;
}

const WHAT: Partial<Record<RequestView["op"], string>> = {
  get: msg("read"),
  scan: msg("read"),
  put: msg("write"),
};

/** What came of a request, as the card at its reader says it. */
export function verdictWords(world: World, request: RequestView, nowUs: number): VerdictWords {
  const { op } = request;
  const what = t(WHAT[op] ?? OP_INFO[op].shortWord);
  const asked = askedWords(request, what);
  if (request.outcome === "pending") {
    const text = t("waiting for {time}", { time: formatDuration(nowUs - request.invoked_us) });
    const title = `${asked} …`;
    const brief = `${what} …`;
    return { title, short: title, shorter: title, brief, text, briefText: text, tone: "plain" };
  }
  const took = formatDuration((request.completed_us ?? nowUs) - request.invoked_us);
  const verdict = verdictOf(request);
  if (request.outcome !== "ok")
    return { ...unanswered(request, asked, what, took), tone: "bad", verdict: verdict?.kind };
  const got = request.value === "" ? asked : `${what} ${request.value}`;
  const server = world.nodes[request.server ?? -1]?.id;
  const by = server === undefined ? "" : ` · ${t("from {server}", { server })}`;
  const brief = t("{what} ok", { what });
  const plain = { title: got, short: got, shorter: got, brief };
  if (verdict === undefined) {
    const text = `${took}${by}`;
    return { ...plain, text, briefText: took, tone: "plain" };
  }
  const { kind } = verdict;
  if (kind !== "linearizable")
    return {
      title: capitalised(verdict.text, []),
      short: capitalised(verdict.age, []),
      shorter: capitalised(verdict.short, []),
      brief: kind === "past" ? brief : t("stale"),
      text: `${got}${by}`,
      briefText: got,
      tone: kind === "past" ? "plain" : "bad",
      verdict: kind,
    };
  const briefText = `${took}${by}`;
  const text = `${verdict.short} · ${briefText}`;
  return { ...plain, text, briefText, tone: "good", verdict: kind };
}

function askedWords({ op, rows, key, keys }: RequestView, what: string): string {
  if (keys.length > 0) return `${what} ${keysText(keys)}`;
  if (!OP_INFO[op].countsRows) return `${what} k${key}`;
  const said = { op: t(OP_INFO[op].shortWord), n: rows, key };
  return t("{op} {n, plural, one {# row} other {# rows}} from k{key}", said);
}

/** Whom it asked last and why that one refused is the inspector's: a card has no room for it. */
function unanswered({ outcome }: RequestView, asked: string, what: string, took: string) {
  const briefText = t("after {time}", { time: took });
  if (outcome !== "unknown") {
    const short = t("{asked}: no answer", { asked: what });
    return {
      title: t("{asked}: no answer", { asked }),
      short,
      shorter: short,
      brief: t("no answer"),
      text: t("given up after {time}", { time: took }),
      briefText,
    };
  }
  const short = t("{asked}: unknown", { asked: what });
  return {
    title: t("{asked}: outcome unknown", { asked }),
    short,
    shorter: short,
    brief: t("unknown"),
    text: t("after {time}; it may have happened", { time: took }),
    briefText,
  };
}
