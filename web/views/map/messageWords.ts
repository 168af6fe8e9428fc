/** What messages in flight say of themselves, under the pointer and in their list. Pure. */

import type { Frame, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatCount, formatDuration } from "@/model/units";

export interface MessageWords {
  title: string;
  text: string;
}

/** By what becomes of it, as the engine numbers it. */
const ENDS = [
  msg("arrives in {time}"),
  msg("is lost in {time}"),
  msg("is lost at a cut in {time}"),
  msg("is dropped in {time}"),
  msg("is lost in {time}"),
] as const;

/** A message in flight, as its small label says it. */
export function messageWords(world: World, frame: Frame, index: number): MessageWords {
  const f = frame.flights;
  const type = world.message_types[f.type[index] ?? 0];
  const name = translate(type?.label ?? t("Message"));
  const range = world.ranges.length > 1 ? ` · ${t("range {id}", { id: f.range[index] ?? 0 })}` : "";
  const left = Math.max(0, (f.arrive_us[index] ?? 0) - frame.now_us);
  const end = t(ENDS[f.fate[index] ?? 0] ?? ENDS[0], { time: formatDuration(left) });
  return {
    title: f.reject[index] === 1 ? t("{message}, refused", { message: name }) : name,
    text: `${formatCount(f.bytes[index] ?? 0)} B${range} · ${end}`,
  };
}

/** A message in one line with both ends, for the list of messages. */
export function messageLine(world: World, frame: Frame, index: number): string {
  const f = frame.flights;
  const from = world.nodes[f.from[index] ?? 0]?.id ?? "";
  const to = world.nodes[f.to[index] ?? 0]?.id ?? "";
  const { title, text } = messageWords(world, frame, index);
  return `${title} ${from} → ${to} · ${text}`;
}

export function indexOfMessage(frame: Frame, id: number): number {
  for (let i = 0; i < frame.flights.count; i++) if (frame.flights.id[i] === id) return i;
  return -1;
}
