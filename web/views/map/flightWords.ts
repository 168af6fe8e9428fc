/** Writes beside a few messages on their way what they say, in the words of one store to another. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import type { Places } from "./EntryBlocks";

/** Of more, the words would cover each other. */
const WORDS_MAX = 4;
const WORDS_PX = 12;
const HALO_PX = 4;
const GAP_PX = 6;
const APART = { x: 90, y: 14 };

export function drawWords(
  context: CanvasRenderingContext2D,
  world: World,
  frame: Frame,
  places: Places,
): void {
  const said = saidOn(world, frame, places.count);
  if (said.length > WORDS_MAX) return;
  context.font = `620 ${WORDS_PX * Math.max(1, places.scale)}px ${places.colour("font")}`;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = HALO_PX;
  context.strokeStyle = places.colour("sea");
  context.fillStyle = places.colour("ink");
  const written: { x: number; y: number }[] = [];
  for (const { row, words } of said) {
    // Over an island it would cover what the island says.
    if (!places.isAtSea(row)) continue;
    const level = places.isLevel(row);
    const reach = (places.radii[row] as number) + GAP_PX;
    const x = (places.xs[row] as number) + (level ? 0 : reach);
    const y = (places.ys[row] as number) - (level ? reach + GAP_PX : 0);
    // What is said twice at one place is said once.
    if (written.some((at) => Math.abs(at.x - x) < APART.x && Math.abs(at.y - y) < APART.y))
      continue;
    written.push({ x, y });
    // Beside a way that goes up or down, over one that goes across: under it stands its label.
    context.textAlign = level ? "center" : "left";
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  }
}

/** One more at most than may be written. */
function saidOn(world: World, frame: Frame, count: number) {
  const { from, to } = frame.flights;
  const said: { row: number; words: string }[] = [];
  for (let row = 0; row < count && said.length <= WORDS_MAX; row++) {
    if (world.nodes[from[row] as number]?.zone === world.nodes[to[row] as number]?.zone) continue;
    const words = flightSays(world, frame, row);
    if (words !== "") said.push({ row, words });
  }
  return said;
}

/** "" where its shape and its number say enough. */
function flightSays(world: World, { flights }: Frame, row: number): string {
  const refuses = flights.reject[row] === 1;
  const index = flights.index[row] as number;
  switch (world.message_types[flights.type[row] as number]?.id) {
    case "MsgAppendResponse":
      return refuses ? t("“That does not fit my log.”") : t("“I have {index}.”", { index });
    case "MsgRequestVote":
      return t("“Vote for me?”");
    case "MsgRequestPreVote":
      return t("“Would you vote for me?”");
    case "MsgRequestVoteResponse":
    case "MsgRequestPreVoteResponse":
      return refuses ? t("“No.”") : t("“Yes.”");
    case "MsgReadIndex":
      return t("“How far must I have got?”");
    case "MsgReadIndexResp":
      return t("“Up to {index}.”", { index });
    case "MsgSnapshot":
      return t("“All that I have.”");
    default:
      return "";
  }
}
