/**
 * What the diagram says of messages, in words, and what of them fits. Pure.
 */

import type { World } from "@/engine/types";
import { formatBytes, formatCount, formatDuration, formatInstant } from "@/model/units";
import type { Painter, TextLook } from "./painter";
import type { Messages } from "./shown";

/** By the column `outcome`. */
const OUTCOMES = [
  "in flight",
  "arrived",
  "lost on the link",
  "lost at a cut",
  "dropped by hand",
  "receiver down",
  "lost with its connection",
  "buffers full",
  "connection closed",
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
  const type = world.message_types[messages.type[row] as number];
  const refused = messages.reject[row] === 1 ? ", refused" : "";
  const { from, to, crosses } = ends(world, messages, row);
  const bytes = formatBytes(messages.bytes[row] as number);
  const about = [bytes, ...raftWords(messages, row)];
  if (world.ranges.length > 1) about.push(`range ${messages.range[row]}`);
  if ((messages.request[row] as number) > 0) about.push(`request ${messages.request[row]}`);
  return {
    title: `${type?.label ?? "Message"}${refused} · ${from} → ${to}`,
    lines: [about.join(" · "), `${outcomeWords(messages, row, nowUs)}${crosses}`],
  };
}

/** The same as one sentence, to be read out. */
export function messageSentence(
  world: World,
  messages: Messages,
  row: number,
  nowUs: number,
): string {
  const type = world.message_types[messages.type[row] as number];
  const { from, to, crosses } = ends(world, messages, row);
  const refused = messages.reject[row] === 1 ? ", a refusal" : "";
  const left = formatInstant(messages.sentUs[row] as number);
  const about = [formatBytes(messages.bytes[row] as number), ...raftWords(messages, row)];
  return `${type?.label ?? "Message"} from ${from} to ${to}${refused}, left at ${left}, ${outcomeWords(messages, row, nowUs)}${crosses}; ${about.join(", ")}.`;
}

function ends(world: World, messages: Messages, row: number) {
  const a = world.nodes[messages.from[row] as number];
  const b = world.nodes[messages.to[row] as number];
  const zone = (at: number | undefined): string => world.zones[at ?? 0]?.id ?? "";
  const crosses = a?.zone === b?.zone ? "" : ` · ${zone(a?.zone)} to ${zone(b?.zone)}`;
  return { from: a?.id ?? "", to: b?.id ?? "", crosses };
}

function raftWords(messages: Messages, row: number): string[] {
  const term = messages.term[row] as number;
  if (term === 0) return [];
  const entries = messages.entries[row] as number;
  const index = messages.index[row] as number;
  const words = [`term ${formatCount(term)}`];
  if (entries === 1) words.push(`entry ${index + 1}`);
  if (entries > 1) words.push(`entries ${index + 1}–${index + entries}`);
  return words;
}

function outcomeWords(messages: Messages, row: number, nowUs: number): string {
  const sent = messages.sentUs[row] as number;
  const end = messages.endUs[row] as number;
  if (sent > nowUs) return `leaves in ${formatDuration(sent - nowUs)}`;
  if (end > nowUs) return `arrives in ${formatDuration(end - nowUs)}`;
  const outcome = messages.outcome[row] as number;
  if (outcome <= 1) return `took ${formatDuration(end - sent)}`;
  return `${OUTCOMES[outcome] ?? ""} after ${formatDuration(end - sent)}`;
}

/** As much of a text as there is room for, "" for nothing worth reading. */
export function fitted(painter: Painter, text: string, look: TextLook, roomPx: number): string {
  if (painter.widthOf(text, look) <= roomPx) return text;
  const letters = Math.floor((roomPx / painter.widthOf(text, look)) * text.length) - 2;
  return letters < 6 ? "" : `${text.slice(0, letters).trimEnd()}…`;
}
