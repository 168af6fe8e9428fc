/** The space-time diagram: it owns size, keys and words; SpaceTimeScene draws. */

import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef, useState } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { usePaced } from "@/session/paced";
import { usePage, usePageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim, useSimStore } from "@/session/simStore";
import { useTypeScale } from "@/session/typeScale";
import { leastCanvasHeight } from "./compose";
import { Diagram } from "./diagram";
import { diagramKey } from "./diagramKeys";
import { sourcesOf, useRecord } from "./record";
import { SpaceTimeScene } from "./SpaceTimeScene";
import css from "./spacetime.module.css";
import { Toolbar } from "./Toolbar";
import { neighbour, pick, rowOfFlight } from "./target";
import { useDiagram } from "./useDiagram";
import { messageSentence, messageWords } from "./words";

export function SpaceTimeView() {
  const world = useSim((state) => state.world);
  if (world === null) return null;
  return <WorldDiagram key={`${world.title} ${world.variant} ${world.seed}`} world={world} />;
}

function WorldDiagram({ world }: { world: World }) {
  const [diagram] = useState(() => new Diagram(world));
  const [sentence, setSentence] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  useRecord(diagram);
  const scene = useScene({ canvas, ground, box }, diagram, world);
  const onKeyDown = useKeys(diagram, scene, setSentence);
  return (
    <div className={css.view}>
      <Toolbar diagram={diagram} scene={scene} world={world} />
      <div
        ref={box}
        className={css.box}
        role="application"
        aria-roledescription={t("diagram")}
        aria-label={t("Space-time diagram of {n} nodes", { n: world.nodes.length })}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is a widget with keys of its own
        tabIndex={0}
        data-testid="space-time"
        onKeyDown={onKeyDown}
      >
        <canvas ref={ground} className={css.ground} />
        <canvas ref={canvas} className={css.canvas} />
        <TipAtPointer diagram={diagram} scene={scene} world={world} />
      </div>
      <p id={helpId} className="sr-only">
        {t(
          "Arrow keys move in time, plus and minus zoom, 0 shows the whole run, 1 one heartbeat interval, F follows the latest instant. Brackets go to the previous and next message, Enter selects it, G goes to its instant.",
        )}
      </p>
      <p className="sr-only" aria-live="polite" data-testid="space-time-cursor">
        {sentence}
      </p>
      <SelectionList world={world} />
    </div>
  );
}

interface Elements {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  ground: React.RefObject<HTMLCanvasElement | null>;
  box: React.RefObject<HTMLDivElement | null>;
}

/** The scene on its canvases, as large as the box but never too low for its lanes. */
function useScene(
  { canvas, ground, box }: Elements,
  diagram: Diagram,
  world: World,
): React.RefObject<SpaceTimeScene | null> {
  const store = useSimStore();
  const page = usePageStore();
  const scene = useRef<SpaceTimeScene | null>(null);
  const textPx = Math.round(12 * useTypeScale());
  // Before the size is watched: whoever is told the size first must be there.
  useLayoutEffect(() => {
    if (canvas.current === null || ground.current === null) return;
    const elements = { ground: ground.current, canvas: canvas.current };
    const made = new SpaceTimeScene(elements, { store, page }, diagram, sourcesOf, {
      select: (flight) => void sim.select({ message: flight }),
      selectLane: (node) => void sim.select({ node }),
      hover: (flight) => sim.hover(flight === 0 ? null : { message: flight }),
      clear: () => void sim.select(null),
      seek: (us) => void sim.seek(us),
    });
    scene.current = made;
    return () => {
      made.dispose();
      scene.current = null;
    };
  }, [canvas, ground, diagram, store, page]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const width = Math.floor(element.clientWidth);
      const height = Math.max(Math.floor(element.clientHeight), leastCanvasHeight(world, textPx));
      for (const { current } of [canvas, ground])
        if (current !== null) current.style.height = `${height}px`;
      scene.current?.resize(width, height);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, canvas, ground, world, textPx]);
  return scene;
}

function useKeys(
  diagram: Diagram,
  scene: React.RefObject<SpaceTimeScene | null>,
  say: (sentence: string) => void,
) {
  const store = useSimStore();
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // None yet when the diagram has only just opened: what needs no picture counts all the same.
      const picture = scene.current?.picture ?? null;
      const nowUs = store.getState().frame?.now_us ?? 0;
      const verbs = {
        pan: (share: number) => diagram.pan((picture?.plot.w ?? 0) * share),
        zoom: (steps: number) => diagram.zoom(steps),
        whole: () => diagram.showWhole(),
        round: () => diagram.showRound(nowUs),
        follow: () => diagram.follow(nowUs),
        move: (direction: 1 | -1) => {
          if (picture === null) return;
          const { messages, shown, world } = picture;
          const { cursor } = diagram.snapshot();
          const at = cursor === 0 ? -1 : rowOfFlight(messages, cursor);
          const row = neighbour(shown, at, direction, nowUs);
          if (row < 0) return;
          diagram.set({ cursor: messages.flight[row] as number });
          diagram.reveal(messages.sentUs[row] as number, messages.endUs[row] as number);
          say(messageSentence(world, messages, row, nowUs));
        },
        select: () => {
          const { cursor } = diagram.snapshot();
          if (cursor > 0) void sim.select({ message: cursor });
        },
        go: () => {
          if (picture === null) return;
          const { messages } = picture;
          const { cursor } = diagram.snapshot();
          const row = cursor === 0 ? -1 : rowOfFlight(messages, cursor);
          if (row >= 0) void sim.seek(messages.sentUs[row] as number);
        },
      };
      if (diagramKey(event.key, event.shiftKey, verbs)) event.preventDefault();
    },
    [diagram, scene, say, store],
  );
}

const SENTENCES_MAX = 40;

function SelectionList({ world }: { world: World }) {
  const selection = usePage((state) => state.selection);
  const messages = usePaced((state) => state.tape?.messages);
  const nowUs = usePaced((state) => state.frame?.now_us ?? 0);
  if (messages === undefined || selection === null) return null;
  const { rows } = pick(messages, selection);
  if (rows.length === 0) return null;
  return (
    <ol className="sr-only" aria-label={t("Selected in the space-time diagram")}>
      {rows.slice(0, SENTENCES_MAX).map((row) => (
        <li key={messages.flight[row]}>{messageSentence(world, messages, row, nowUs)}</li>
      ))}
    </ol>
  );
}

const TIP_W = 250;
const TIP_H = 62;

interface TipProps {
  diagram: Diagram;
  scene: React.RefObject<SpaceTimeScene | null>;
  world: World;
}

function TipAtPointer({ diagram, scene, world }: TipProps) {
  const pointed = useDiagram(diagram, "pointed");
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const scale = useTypeScale();
  const picture = scene.current?.picture;
  if (pointed === null || picture == null) return null;
  const row = rowOfFlight(picture.messages, pointed.flight);
  if (row < 0) return null;
  const { title, lines } = messageWords(world, picture.messages, row, nowUs);
  const isLeft = pointed.x + 16 + TIP_W * scale > picture.width;
  const isAbove = pointed.y + 16 + TIP_H * scale > picture.height;
  return (
    <div
      className={css.tip}
      style={{
        maxWidth: TIP_W * scale,
        left: isLeft ? undefined : pointed.x + 14,
        right: isLeft ? picture.width - pointed.x + 14 : undefined,
        top: isAbove ? undefined : pointed.y + 14,
        bottom: isAbove ? picture.height - pointed.y + 10 : undefined,
      }}
    >
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
