/** Which mark stands for which message: shape and colour by type, size by bytes. */
import type { ByteKind } from "@/engine/types";
import { kindMark } from "./kinds";

/** Order is drawing order: what is frequent and small lies under what is rare and large. */
export const MARK_SHAPES = [
  "dot",
  "ring",
  "disc",
  "tailed",
  "notched",
  "tiny-square",
  "tiny-open-square",
  "square",
  "open-square",
  "triangle",
  "open-triangle",
  "diamond",
  "open-diamond",
  "folded",
  "crossed-square",
] as const;
export type MessageShape = (typeof MARK_SHAPES)[number];

export interface MarkStyle {
  shape: MessageShape;
  /** Name of the CSS variable of its colour, without dashes. */
  role: string;
  /** True when its area says how many bytes it carries. */
  sized: boolean;
}

export const MARK_MAX_PX = 11;
/** Radius in px of one byte: 2 kB make a disc of 8 px. */
const PX_PER_ROOT_BYTE = 0.175;
/** A message of fixed size: a vote, an acknowledgement. */
const FIXED_PX = 6;
const DOT_PX = 3.2;

/** So small that a fold, a notch or a tail is still seen. */
const LEAST_PX: Partial<Record<MessageShape, number>> = { folded: 7, notched: 4, tailed: 3.5 };

/** The names of message types and kinds, as a world lists them. */
export interface MessageNames {
  message_types: readonly { id: string; kind: number }[];
  kinds: readonly { id: ByteKind }[];
}

/** The style of each message type of this world, by type index. */
export function markStyles(world: MessageNames): MarkStyle[] {
  return world.message_types.map((type) => styleOf(type.id, world.kinds[type.kind]?.id ?? ""));
}

export function styleOf(type: string, kind: ByteKind | ""): MarkStyle {
  const { role } = kindMark(kind);
  const answer = /resp(onse)?$/i.test(type);
  // What a delegate takes on itself, by the words that the engine has for it.
  if (type === "RelayAppend") return { shape: "tailed", role, sized: true };
  if (type === "ForwardedAppend") return { shape: "notched", role, sized: true };
  if (type === "SnapshotOrder") return { shape: "tiny-open-square", role, sized: false };
  if (type === "ScheduleOrder") return { shape: "tiny-square", role, sized: false };
  if (/refusal/i.test(type)) return { shape: "crossed-square", role: "bad", sized: false };
  switch (kind) {
    case "append":
      return { shape: "disc", role, sized: true };
    case "ack":
      return { shape: "ring", role, sized: false };
    case "heartbeat":
      return { shape: "dot", role, sized: false };
    case "vote":
      return { shape: answer ? "open-diamond" : "diamond", role, sized: false };
    case "read_index":
    case "tso":
      return { shape: answer ? "open-triangle" : "triangle", role, sized: false };
    case "snapshot":
      return { shape: "folded", role, sized: true };
    case "read":
      return /request|get|scan/i.test(type)
        ? { shape: "tiny-open-square", role, sized: false }
        : { shape: "square", role, sized: true };
    case "write":
      return answer
        ? { shape: "tiny-square", role, sized: false }
        : { shape: "open-square", role, sized: true };
    default:
      return { shape: "dot", role, sized: false };
  }
}

/** Half the width of a mark in CSS pixels; its area grows with the bytes, within bounds. */
export function markRadius(style: MarkStyle, bytes: number): number {
  if (style.shape === "dot") return DOT_PX;
  if (!style.sized) return style.shape.startsWith("tiny") ? 3.5 : FIXED_PX;
  const least = LEAST_PX[style.shape] ?? 3;
  return Math.min(MARK_MAX_PX, Math.max(least, Math.sqrt(bytes) * PX_PER_ROOT_BYTE));
}
