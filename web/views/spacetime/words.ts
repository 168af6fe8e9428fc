/** What the diagram says of messages, in words, and what of them fits. Pure. */

import type { World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatBytes, formatCount, formatDuration, formatInstant } from "@/model/units";
import type { Painter, TextLook } from "./painter";
import type { Messages } from "./selectMessages";

/** By the column `outcome`. */
const OUTCOMES = [
  msg("in flight"),
  msg("arrived"),
  msg("lost on the link"),
  msg("lost at a cut"),
  msg("dropped by hand"),
  msg("receiver down"),
  msg("lost with its connection"),
  msg("buffers full"),
  msg("connection closed"),
] as const;

export interface MessageWords {
  title: string;
  lines: string[];
}

export function messageWords(
  world: World,
  messages: Messages,
  row: number,
  nowUs: number,
): MessageWords {
  const name = nameOf(world, messages, row);
  const message = messages.reject[row] === 1 ? t("{message}, refused", { message: name }) : name;
  const { from, to, crosses } = ends(world, messages, row);
  const bytes = formatBytes(messages.bytes[row] as number);
  const about = [bytes, ...raftWords(messages, row)];
  if (world.ranges.length > 1) about.push(t("range {id}", { id: messages.range[row] as number }));
  const request = messages.request[row] as number;
  if (request > 0) about.push(t("request {id}", { id: request }));
  return {
    title: `${message} · ${from} → ${to}`,
    lines: [about.join(" · "), `${outcomeWords(messages, row, nowUs)}${crosses}`],
  };
}

/** A message as one sentence, to be read out. */
export function messageSentence(
  world: World,
  messages: Messages,
  row: number,
  nowUs: number,
): string {
  const { from, to, crosses } = ends(world, messages, row);
  const about = [formatBytes(messages.bytes[row] as number), ...raftWords(messages, row)];
  const english =
    messages.reject[row] === 1
      ? msg("{message} from {from} to {to}, a refusal, left at {left}, {outcome}; {about}.")
      : msg("{message} from {from} to {to}, left at {left}, {outcome}; {about}.");
  return t(english, {
    message: nameOf(world, messages, row),
    from,
    to,
    left: formatInstant(messages.sentUs[row] as number),
    outcome: `${outcomeWords(messages, row, nowUs)}${crosses}`,
    about: about.join(t(", ")),
  });
}

function nameOf(world: World, messages: Messages, row: number): string {
  const type = world.message_types[messages.type[row] as number];
  return type === undefined ? t("Message") : translate(type.label);
}

function ends(world: World, messages: Messages, row: number) {
  const a = world.nodes[messages.from[row] as number];
  const b = world.nodes[messages.to[row] as number];
  const zone = (at: number | undefined): string => world.zones[at ?? 0]?.id ?? "";
  const between = { from: zone(a?.zone), to: zone(b?.zone) };
  const crosses = a?.zone === b?.zone ? "" : ` · ${t("{from} to {to}", between)}`;
  return { from: a?.id ?? "", to: b?.id ?? "", crosses };
}

function raftWords(messages: Messages, row: number): string[] {
  const term = messages.term[row] as number;
  if (term === 0) return [];
  const entries = messages.entries[row] as number;
  const index = messages.index[row] as number;
  const words = [t("term {term}", { term: formatCount(term) })];
  if (entries === 1) words.push(t("entry {index}", { index: index + 1 }));
  if (entries > 1)
    words.push(t("entries {first}–{last}", { first: index + 1, last: index + entries }));
  return words;
}

function outcomeWords(messages: Messages, row: number, nowUs: number): string {
  const sent = messages.sentUs[row] as number;
  const end = messages.endUs[row] as number;
  if (sent > nowUs) return t("leaves in {time}", { time: formatDuration(sent - nowUs) });
  if (end > nowUs) return t("arrives in {time}", { time: formatDuration(end - nowUs) });
  const outcome = messages.outcome[row] as number;
  const time = formatDuration(end - sent);
  if (outcome <= 1) return t("took {time}", { time });
  return t("{outcome} after {time}", { outcome: t(OUTCOMES[outcome] ?? ""), time });
}

/** As much of a text as there is room for, "" for nothing worth reading. */
export function fitted(painter: Painter, text: string, look: TextLook, roomPx: number): string {
  if (painter.widthOf(text, look) <= roomPx) return text;
  const letters = Math.floor((roomPx / painter.widthOf(text, look)) * text.length) - 2;
  return letters < 6 ? "" : `${text.slice(0, letters).trimEnd()}…`;
}
