/** The gallery's files, drawn by the page's own code from fresh runs of the real engine. */

import fs from "node:fs";
import path from "node:path";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Frame, World } from "@/engine/types";
import { FOR_EVER } from "@/engine/worker/budget";
import { Run } from "@/engine/worker/run";
import { waveAt } from "@/model/requests/wave";
import { EMPTY_SERIES, mergeSeries, WHOLE_SERIES } from "@/model/series/series";
import { type Outcomes, readOutcomes } from "@/session/outcomes";
import { Coasts, Sea } from "@/views/gallery/card/CardMap";
import { CardPicture, Moment } from "@/views/gallery/card/CardPicture";
import type { CardRun, Seen } from "@/views/gallery/card/cardRun";
import { outcomeText } from "@/views/gallery/card/Figure";
import { CARD, cardPlaces } from "@/views/gallery/card/place";
import { loadEngine, ROOT, textOf } from "./realEngine";

const { engine } = loadEngine();
const LOOK = { range: 0, notable_after: 0, ...WHOLE_SERIES };
const WAVE_STEP_US = 2_000;

export interface DrawnCard {
  id: string;
  picture: string;
  moments: string;
}

export function drawn(): { cards: DrawnCard[]; list: string } {
  const ids = (JSON.parse(publicText("scenarios/index.json")) as { id: string }[]).map(
    ({ id }) => id,
  );
  const all = ids.map((id) => ({ id, ...cardRunOf(id) }));
  const cards = all.map(({ id, card, moments }) => ({
    id,
    picture: pictureOf(card),
    moments: momentsOfCard(card, moments),
  }));
  const rows = all.map(({ id, card }) => ({ id, ...sayingOf(card) }));
  return { cards, list: `${JSON.stringify(rows, null, 2)}\n` };
}

function publicText(file: string): string {
  return fs.readFileSync(path.join(ROOT, "public", file), "utf8");
}

/** What a card says beside its picture: what its beats say last until then. */
function sayingOf(card: CardRun) {
  const { world, frame } = card;
  const { show, text, conclusion } = world;
  const said = untouchedBeats(show).findLast(({ from_us }) => from_us < frame.now_us);
  const figure = { label: conclusion?.figure.label ?? "", text: outcomeText(card) };
  return {
    picture: show.picture ?? "wave",
    sentence: said?.title ?? text.split(/(?<=\.) /)[0],
    figure: figure.text === "" ? null : figure,
  };
}

export function cardRunOf(id: string): { card: CardRun; moments: Frame[] } {
  const scenario = textOf(id);
  const first = worldOf(scenario, "");
  // As it is written: of the run that it is held against, the engine names another one.
  const { conclusion } = JSON.parse(scenario) as { conclusion?: { against?: string } };
  const written = conclusion?.against ?? first.show.against;
  // Copies are held against those of the run that opens.
  const isFan = first.show.picture === "fan" && first.conclusion?.against;
  const against = isFan ? first.variant : written;
  const read = readOutcomes(publicText("outcomes.json"));
  const outcomes = read.ok ? read.value[id] : undefined;
  const variant = isFan || tellingVariant(first, against, outcomes);
  return opened(scenario, variant, (run) => {
    const world = run.playground.world();
    const moments = momentsOf(world).map((us) => frameAt(run, us));
    const stages = evenly(world).map((us) => frameAt(run, us));
    const us = instantOf(run);
    const frame = frameAt(run, us);
    const other = against === "" || against === variant ? null : otherAt(scenario, against, us);
    const card = {
      id,
      world,
      frame,
      series: mergeSeries(EMPTY_SERIES, frame, true),
      other,
      stages,
      outcomes,
    };
    return { card, moments };
  });
}

const STAGES = 6;

function evenly({ duration_us }: World): number[] {
  return Array.from({ length: STAGES }, (_, i) => ((i + 0.5) * duration_us) / STAGES);
}

/**
 * A write on its way tells the wave; whatever else, the end of the last beat, or of the last that
 * ends while something is broken.
 */
function instantOf(run: Run): number {
  const world = run.playground.world();
  const { picture } = world.show;
  const beats = untouchedBeats(world.show);
  const last = tellingUs(world);
  const broken = beats.findLast(({ until_us }) => frameAt(run, until_us).faults.length > 0);
  // An overload builds up: it is seen whole where the conclusion is drawn.
  if (picture === "wall") return Math.max(last, world.conclusion?.at_us ?? 0);
  if (picture !== "wave") return broken?.until_us ?? last;
  if (world.conclusion?.against) return last;
  for (const { from_us, until_us } of beats)
    for (let us = from_us; us < until_us; us += WAVE_STEP_US) {
      const wave = waveAt(world, frameAt(run, us));
      if (wave !== null && wave.ageUs > 17_000) return us;
    }
  return last;
}

function frameAt(run: Run, us: number): Frame {
  run.seek({ us }, FOR_EVER);
  return run.playground.frame(LOOK);
}

function otherAt(scenario: string, variant: string, us: number): Seen {
  return opened(scenario, variant, (run) => ({
    world: run.playground.world(),
    frame: frameAt(run, us),
  }));
}

function worldOf(scenario: string, variant: string) {
  return opened(scenario, variant, (run) => run.playground.world());
}

function opened<T>(scenario: string, variant: string, use: (run: Run) => T): T {
  const spec = { scenario, variant, seed: undefined, actions: [], until_us: 0 };
  const run = new Run(spec, { engine, wallMs: () => 0 });
  try {
    run.keepHistory();
    return use(run);
  } finally {
    run.free();
  }
}

function pictureOf(card: CardRun): string {
  return fileOf(<CardPicture card={card} />);
}

function momentsOfCard({ id, world }: CardRun, moments: readonly Frame[]): string {
  const own = `${id}-m`;
  const places = cardPlaces(world, { x: 0, y: 0, ...CARD });
  return fileOf(
    <>
      <defs>
        <Coasts id={own} places={places} />
      </defs>
      <Sea id={own} places={places} />
      {moments.map((frame) => (
        <g key={frame.now_us} data-at={frame.now_us}>
          <Moment id={own} world={world} frame={frame} places={places} />
        </g>
      ))}
    </>,
  );
}

/** A file of its own: colours of the light theme stand in it, which a page takes out. */
function fileOf(content: ReactElement): string {
  const drawing = renderToStaticMarkup(content)
    .replaceAll("></path>", "/>")
    .replaceAll("></use>", "/>")
    .replaceAll("></circle>", "/>");
  const used = [
    ...new Set([...drawing.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name ?? "")),
  ];
  const theme = fs.readFileSync(path.join(ROOT, "web", "shell", "theme.css"), "utf8");
  const colours = used
    .sort()
    .map((name) => `${name}:${new RegExp(`${name}: ([^;]+);`).exec(theme)?.[1]}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.w} ${CARD.h}" font-family="Inter,sans-serif"><style>svg{${colours.join(";")}}</style>${drawing}</svg>\n`;
}

const MOMENTS = 6;

/**
 * The variant that shows what the scenario is about. A lane tells the run that opens; what is drawn
 * over another run, the first that is not that one; bytes, the one that saves the most of them.
 */
function tellingVariant(
  { variants, show, ranges }: Pick<World, "variants" | "show" | "ranges">,
  against: string,
  outcomes: Outcomes[string] | undefined,
): string {
  const others = variants.filter(({ id }) => id !== against);
  const isLane =
    LANES.includes(show.picture ?? "") && !(show.picture === "table" && ranges.length > 1);
  if (isLane || others.length === 0) return variants[0]?.id ?? "";
  const bytes = ({ id }: { id: string }) => {
    const found = outcomes?.[id];
    return typeof found === "number" ? found : Number.POSITIVE_INFINITY;
  };
  const least = [...others].sort((a, b) => bytes(a) - bytes(b))[0];
  return (show.picture === "flow" ? least : others[0])?.id ?? "";
}

const LANES: readonly string[] = ["strata", "table", "wall", "clocks"];

/** Six instants that tell the run: the ends of its beats, and between the furthest of them. */
function momentsOf(world: World): number[] {
  const { show } = world;
  const ends = show.beats.map(({ until_us }) => until_us);
  const moments = [show.from_us, ...(ends.length > 0 ? ends : [tellingUs(world)])];
  while (moments.length < MOMENTS) {
    const gaps = moments.slice(1).map((us, i) => us - (moments[i] ?? 0));
    const widest = gaps.indexOf(Math.max(...gaps));
    const [from = 0, to = 0] = moments.slice(widest, widest + 2);
    moments.splice(widest + 1, 0, Math.round((from + to) / 2));
  }
  return moments.slice(-MOMENTS);
}

/** What its beats say of a run in which nobody does anything: those after an act speak of the act. */
function untouchedBeats({ beats }: World["show"]): World["show"]["beats"] {
  const act = beats.findIndex((beat) => beat.act !== null);
  return act < 0 ? beats : beats.slice(0, act + 1);
}

/** When the picture is taken: as the last of these ends, or once what is shown has been seen. */
function tellingUs({ show, conclusion, duration_us }: World): number {
  return untouchedBeats(show).at(-1)?.until_us ?? conclusion?.at_us ?? duration_us / 2;
}
