/** The rows of the table of modes as text, and the same as a CSV file. */

import type { World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatBytes, formatCount, formatDuration, formatShare, threeDigits } from "@/model/units";
import { agedVerdict, NOT_PROMISED, type VerdictKind } from "@/model/verdicts";
import type { ModeFigures } from "@/session/modes/figures";
import type { ModeRow } from "@/session/modes/modesState";

export interface Column {
  id: string;
  name: string;
  /** What exactly is counted, in a sentence. */
  text: string;
  /** The raw figure; undefined where there is none. */
  of: (figures: ModeFigures) => number | undefined;
  write: (figure: number) => string;
}

export const COLUMNS: readonly Column[] = [
  {
    id: "p50_us",
    name: "p50",
    text: msg("Median of the answered reads, from the client’s call to its answer."),
    of: ({ p50_us }) => p50_us,
    write: formatDuration,
  },
  {
    id: "p99_us",
    name: "p99",
    text: msg("99 % of answered reads took no longer."),
    of: ({ p99_us }) => p99_us,
    write: formatDuration,
  },
  {
    id: "bytes_per_read",
    name: msg("Bytes per read between zones"),
    text: msg(
      "For each answered read: its request, its rows, and what was asked on its way (read index, timestamps).",
    ),
    of: ({ bytes_per_read }) => bytes_per_read,
    write: formatBytes,
  },
  {
    id: "round_trips",
    name: msg("Round trips"),
    text: msg(
      "Sequential round trips between zones that the answer waited for; mean of the answered reads.",
    ),
    of: ({ round_trips }) => round_trips,
    write: threeDigits,
  },
  {
    id: "leader_share",
    name: msg("Leader CPU share"),
    text: msg("The leaders’ share of all stores’ CPU time."),
    of: ({ leader_share }) => leader_share,
    write: formatShare,
  },
  {
    id: "max_staleness_us",
    name: msg("Max staleness"),
    text: msg("How long the stalest value returned had been overwritten by an acknowledged write."),
    of: ({ reads, max_staleness_us }) => (reads === 0 ? undefined : max_staleness_us),
    write: formatDuration,
  },
  {
    id: "went_back",
    name: msg("Non-monotonic"),
    text: msg("Times that a client read an older value than it had read before (monotonic reads)."),
    of: ({ went_back }) => went_back,
    write: formatCount,
  },
  {
    id: "own_missed",
    name: msg("Own writes missed"),
    text: msg("Times that a client did not read its own acknowledged write (read your writes)."),
    of: ({ own_missed }) => own_missed,
    write: formatCount,
  },
];

/** Columns of which any row has a figure, or no row has any yet. */
export function shownColumns(rows: readonly ModeRow[]): Column[] {
  const known = rows.flatMap(({ figures }) => figures ?? []);
  if (known.length === 0) return [...COLUMNS];
  return COLUMNS.filter(({ of }) => known.some((figures) => of(figures) !== undefined));
}

export function cellText({ of, write }: Column, figures: ModeFigures | undefined): string {
  const figure = figures === undefined ? undefined : of(figures);
  return figure === undefined ? "–" : write(figure);
}

export interface RowVerdict {
  kind: VerdictKind;
  text: string;
  note: string;
}

/** What came of a mode's promise over the whole run. */
export function rowVerdict(
  figures: ModeFigures,
  mode: World["read_modes"][number] | undefined,
): RowVerdict {
  const { reads, failed, stale, violation, unpromised } = figures;
  const aside = (text: string): string =>
    unpromised ? t("{text}, {aside}", { text, aside: t(NOT_PROMISED) }) : text;
  const isOfPast = mode !== undefined && agedVerdict(mode.id) === "past";
  const promise = translate(mode?.promise ?? "");
  if (violation !== "")
    return { kind: "stale", text: t("broke its promise"), note: brokenAt(violation) };
  if (reads === 0) {
    const text = failed === 0 ? t("no read yet") : t("no answers");
    return {
      kind: "refused",
      text,
      note: t("{n, plural, one {# read} other {# reads}} failed.", { n: failed }),
    };
  }
  const missed = t(
    "{n, plural, one {# read} other {# reads}} of {all, plural, one {# answer} other {# answers}} missed an acknowledged write.",
    { n: stale, all: reads },
  );
  if (stale > 0) {
    const kind = isOfPast ? "past" : "stale";
    return {
      kind,
      text: aside(
        isOfPast
          ? t("{n, plural, one {# old read} other {# old reads}}", { n: stale })
          : t("{n, plural, one {# stale read} other {# stale reads}}", { n: stale }),
      ),
      note: missed,
    };
  }
  if (mode?.linearizable === true)
    return { kind: "linearizable", text: t("linearizable"), note: promise };
  // What nobody promised and still was so is luck: the next run may be another.
  return {
    kind: "linearizable",
    text: isOfPast
      ? t("no old read, by luck: this mode may answer with old values")
      : t("no stale read, by luck: this mode gives no guarantee"),
    note: `${missed} ${promise}`,
  };
}

/** A report's "violated at 3.2s" or "violated at 3.2s: …", whose words are English. */
function brokenAt(violation: string): string {
  const { at = "", what } =
    /^violated at (?<at>[^:]*)(?:: (?<what>.*))?$/s.exec(violation)?.groups ?? {};
  if (at === "") return violation;
  return what === undefined
    ? t("violated at {at}", { at })
    : t("violated at {at}: {what}", { at, what });
}

/** The raw figures, one line for each mode: µs, bytes, shares of 1. */
export function csvOf(rows: readonly ModeRow[]): string {
  const ids = COLUMNS.map(({ id }) => id);
  const head = ["mode", "at_us", "reads", "failed", ...ids, "stale", "verdict"];
  const lines = rows.map(({ mode, us, figures, refusal }) => {
    if (figures === undefined) return [mode, us, ...Array(COLUMNS.length + 3).fill(""), refusal];
    const own = COLUMNS.map(({ of }) => of(figures) ?? "");
    const { reads, failed, stale, violation, unpromised } = figures;
    const verdict = unpromised ? NOT_PROMISED : "ok";
    return [mode, us, reads, failed, ...own, stale, violation || verdict];
  });
  return `${[head, ...lines].map((line) => line.map(cell).join(",")).join("\n")}\n`;
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
