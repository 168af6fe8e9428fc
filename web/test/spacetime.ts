/** Pictures for tests: a world by hand, messages by hand, and the theme's colours. */
import fs from "node:fs";
import path from "node:path";
import type { World } from "@/engine/types";
import { Reel } from "@/session/tape/tape";
import type { Look } from "@/views/spacetime/canvasPainter";
import { Composer, type DiagramOptions, type Sources } from "@/views/spacetime/compose";
import type { Picture } from "@/views/spacetime/picture";
import { SHOW_ALL } from "@/views/spacetime/selectMessages";
import type { View } from "@/views/spacetime/window";
import { type MessageRow, messagesOf, type RowShape, rowsOf } from "./messages";
import type { loadEngine } from "./realEngine";

export const ASKED: DiagramOptions = {
  filter: SHOW_ALL,
  folds: true,
  showsLeases: true,
  showsDecisions: true,
  width: 1_000,
  height: 240,
  textPx: 12,
  scale: 1,
};

export function sourcesFor(
  world: World,
  messages: readonly MessageRow[],
  rows: readonly RowShape[] = [],
): Sources {
  const last = Math.max(0, ...messages.map(({ endUs }) => endUs));
  return {
    world,
    messages: messagesOf(messages),
    rows: rowsOf(rows),
    rowCount: rows.length,
    version: 1,
    lineage: [],
    recordedFromUs: 0,
    knownToUs: last,
    range: world.ranges[0]?.id ?? 0,
    replicas: null,
    notables: [],
    actions: [],
  };
}

export function pictureOf(sources: Sources, view: View | null, asked = ASKED): Picture {
  return new Composer().compose(sources, asked, view).picture;
}

const THEME = path.join(import.meta.dirname, "..", "shell", "theme.css");

/** The colours of a theme, read from the page's style sheet. */
export function themeLook(theme: string): Look {
  const css = fs.readFileSync(THEME, "utf8");
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`)).split("}")[0] ?? "";
  const colours = new Map<string, string>();
  for (const [, name, value] of block.matchAll(/--([\w-]+): ([^;]+);/g))
    colours.set(name ?? "", value ?? "");
  return {
    colour: (role) => {
      const colour = colours.get(role);
      if (colour === undefined) throw new Error(`the theme has no colour ${role}`);
      return colour;
    },
    font: "Inter, sans-serif",
    weight: 400,
    strong: 620,
  };
}

/** A run of the real engine from its start, recorded. */
export function recordedSources(
  engine: ReturnType<typeof loadEngine>["engine"],
  scenario: string,
  untilUs: number,
  variant = "",
): Sources {
  const run = new engine.Playground(scenario, variant, undefined);
  run.record(true);
  run.advance(untilUs, 1e9);
  const reel = new Reel();
  const toEvent = run.events();
  const columns = [run.take_trace()];
  reel.take([{ afterEvent: -1, afterUs: 0, toEvent, toUs: untilUs, columns }]);
  const tape = reel.tape();
  const world = run.world();
  const { replicas, notables } = run.frame({ range: 0, notable_after: 0, series_after: -1 });
  run.free();
  if (tape === null) throw new Error("nothing was recorded");
  return {
    world,
    messages: tape.messages,
    rows: tape.columns,
    rowCount: tape.count,
    version: tape.version,
    lineage: [],
    recordedFromUs: 0,
    knownToUs: untilUs,
    range: world.ranges[0]?.id ?? 0,
    replicas,
    notables: notables,
    actions: [],
  };
}
