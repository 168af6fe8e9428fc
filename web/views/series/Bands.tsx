/** What stood or was done, through all lanes: faults as bands, actions as lines. */

import type { ScaleLinear } from "d3-scale";
import type { FaultSpan, LoggedAction, Notable } from "@/engine/types";
import { t } from "@/language/words";
import css from "./series.module.css";

export interface Flag {
  us: number;
  text: string;
  kind: "fault" | "act" | "set" | "vote";
}

export function flagsOf(
  faults: readonly FaultSpan[],
  actions: readonly LoggedAction[],
  notables: readonly Notable[],
): Flag[] {
  const own = new Set(actions.map(({ text }) => text));
  const flags: Flag[] = faults.map(({ from_us, text }) => ({ us: from_us, text, kind: "fault" }));
  for (const { at_us, text } of actions) flags.push({ us: at_us, text, kind: "act" });
  for (const { at_us, kind, text } of notables) {
    if (kind === "setting" && !own.has(text)) flags.push({ us: at_us, text, kind: "set" });
    if (kind === "election") flags.push({ us: at_us, text, kind: "vote" });
  }
  return flags.sort((a, b) => a.us - b.us);
}

interface BandsProps {
  faults: readonly FaultSpan[];
  x: ScaleLinear<number, number>;
  height: number;
  knownUs: number;
}

/** What stands at once is one band, with an edge where each began. */
export function Bands({ faults, x, height, knownUs }: BandsProps) {
  return bandsOf(faults, knownUs).map(({ fromUs, toUs, begins }) => (
    <g key={fromUs} data-band="">
      <rect
        className={css.band}
        x={x(fromUs)}
        width={Math.max(1, x(toUs) - x(fromUs))}
        height={height}
      />
      {begins.map((us) => (
        <line key={us} className={css.bandEdge} x1={x(us)} x2={x(us)} y2={height} />
      ))}
    </g>
  ));
}

export interface Band {
  fromUs: number;
  toUs: number;
  /** When its faults began, each instant once. */
  begins: number[];
}

/** Stretches in which any fault stood; one that still stands reaches as far as the run is known. */
export function bandsOf(faults: readonly FaultSpan[], knownUs: number): Band[] {
  const bands: Band[] = [];
  for (const { from_us, until_us } of [...faults].sort((a, b) => a.from_us - b.from_us)) {
    const toUs = until_us ?? Math.max(knownUs, from_us);
    const last = bands.at(-1);
    if (last === undefined || last.toUs < from_us) {
      bands.push({ fromUs: from_us, toUs, begins: [from_us] });
      continue;
    }
    last.toUs = Math.max(last.toUs, toUs);
    if (last.begins.at(-1) !== from_us) last.begins.push(from_us);
  }
  return bands;
}

/** Elections stand on the time axis, where no words are. */
export function Votes({ flags, x, width }: FlagsProps) {
  const votes = flags.filter(({ kind, us }) => kind === "vote" && x(us) >= 0 && x(us) <= width);
  return votes.map(({ us, text }) => (
    <g key={`${us} ${text}`} transform={`translate(${x(us)},0)`}>
      <title>{text}</title>
      <path className={css.vote} d="M0-4 4 0 0 4-4 0z" />
    </g>
  ));
}

interface FlagsProps {
  flags: readonly Flag[];
  x: ScaleLinear<number, number>;
  width: number;
}

const LETTER_PX = 6.4;
const ROOM_PX_MIN = 70;

/** The words of each as long as they do not run into the next; `scale` is how large type is. */
export function Flags({ flags, x, width, scale }: FlagsProps & { scale: number }) {
  const isSeen = ({ kind, us }: Flag) => kind !== "vote" && x(us) >= 0 && x(us) <= width;
  const seen = together(flags.filter(isSeen));
  return seen.map((flag, place) => {
    const left = x(flag.us);
    const next = seen[place + 1];
    const until = next === undefined ? width : x(next.us);
    const room = Math.min(width, until) - left - 10;
    const words = wordsIn(flag.text, room / scale);
    return (
      <g key={`${flag.kind} ${flag.us} ${flag.text}`} transform={`translate(${left},0)`}>
        <title>{flag.text}</title>
        <path className={css[flag.kind]} d="M-4 3h8l-4 7z" />
        {words !== "" && (
          <text className="drawn-words" x={7} y="0.95em">
            {words}
          </text>
        )}
      </g>
    );
  });
}

/** What is of one kind and one instant has one mark, which says how many more there are. */
export function together(flags: readonly Flag[]): Flag[] {
  const groups = new Map<string, [Flag, ...Flag[]]>();
  for (const flag of flags) {
    const key = `${flag.kind} ${flag.us}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [flag]);
    else group.push(flag);
  }
  return [...groups.values()].map(([first, ...more]) =>
    more.length === 0
      ? first
      : { ...first, text: t("{text} And {n} more.", { text: first.text, n: more.length }) },
  );
}

/** As much of a text as has room, in type of its normal size. */
export function wordsIn(text: string, roomPx: number): string {
  return roomPx < ROOM_PX_MIN ? "" : shortened(text, roomPx / LETTER_PX);
}

/** Letters that a text is as wide as: a Chinese character is as wide as two. */
export function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

const WIDE = /[\u2e80-\uffef]/g;

function shortened(text: string, letters: number): string {
  const most = Math.floor(letters);
  if (widthOf(text) <= most) return text;
  let end = text.length;
  while (end > 0 && widthOf(text.slice(0, end)) > most - 1) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
