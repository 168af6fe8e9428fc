/** The lanes of a run's end as a picture for a report, in the paper's colours. */

import type { World } from "@/engine/types";
import type { SimState } from "@/session/simState";
import type { Look } from "@/views/spacetime/canvasPainter";
import { Composer, leastCanvasHeight } from "@/views/spacetime/compose";
import { svgOf } from "@/views/spacetime/exportPicture";
import { sourcesOf } from "@/views/spacetime/record";
import { SHOW_ALL } from "@/views/spacetime/selectMessages";
import { stretch } from "@/views/spacetime/window";

const WIDTH_PX = 1_000;
const HEIGHT_PX = 240;
const TEXT_PX = 12;
/** A stretch in which single messages can be told apart: some heartbeats, or some ways across. */
const HEARTBEATS = 3;
const WAYS = 5;

const LOOK: Look = {
  colour: (role) => `var(--${role})`,
  font: "system-ui, sans-serif",
  weight: 400,
  strong: 620,
};

/** How much of the end of a run its lanes show. */
export function stretchOf(world: World | null): number {
  if (world === null) return 0;
  const heartbeatUs = world.tick_us * world.heartbeat_ticks;
  const wayUs = Math.max(0, ...world.links.map(({ delay_us }) => delay_us));
  return Math.max(HEARTBEATS * heartbeatUs, WAYS * wayUs);
}

/** "" where nothing was recorded. */
export function runSvg(state: SimState): string {
  const sources = sourcesOf(state);
  const { world, frame } = state;
  if (sources === null || world === null || frame === null) return "";
  const height = Math.max(HEIGHT_PX, leastCanvasHeight(world, TEXT_PX));
  const size = { width: WIDTH_PX, height, textPx: TEXT_PX, scale: 1 };
  const shows = { folds: true, showsLeases: true, showsDecisions: true };
  const asked = { filter: SHOW_ALL, ...shows, ...size };
  const composer = new Composer();
  const reach = composer.reach(sources, asked);
  const fromUs = Math.max(0, frame.now_us - stretchOf(world));
  const view = stretch(reach, fromUs, Math.max(fromUs + 1, frame.now_us));
  const { picture } = composer.compose(sources, asked, view);
  const over = { nowUs: frame.now_us, selected: [], isPath: false, hovered: -1, nodes: [] };
  return svgOf(picture, over, LOOK);
}
