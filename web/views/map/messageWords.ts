/**
 * What messages in flight say of themselves, under the pointer and in their list. Pure.
 */

import type { Frame, World } from "@/engine/types";
import { formatCount, formatDuration } from "@/model/units";

export interface MessageWords {
  title: string;
  text: string;
}

/** A message in flight, as its small label says it. */
export function messageWords(world: World, frame: Frame, index: number): MessageWords {
  const f = frame.flights;
  const type = world.message_types[f.type[index] ?? 0];
  const refused = f.reject[index] === 1 ? ", refused" : "";
  const range = world.ranges.length > 1 ? ` · range ${f.range[index] ?? 0}` : "";
  const left = Math.max(0, (f.arrive_us[index] ?? 0) - frame.now_us);
  const end =
    ["arrives in", "is lost in", "is lost at a cut in", "is dropped in", "is lost in"][
      f.fate[index] ?? 0
    ] ?? "arrives in";
  return {
    title: `${type?.label ?? "Message"}${refused}`,
    text: `${formatCount(f.bytes[index] ?? 0)} B${range} · ${end} ${formatDuration(left)}`,
  };
}

/** The same in one line with both ends, for the list of messages. */
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
