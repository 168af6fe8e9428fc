/** Above the diagram: its legend, which is also its filter, the zoom, and the way out as a file. */

import { type ReactNode, type RefObject, useState } from "react";
import type { ByteKind, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { kindMark } from "@/model/kinds";
import { MARK_SHAPES } from "@/model/messageMarks";
import { shapeData } from "@/model/shapes";
import { download } from "@/session/download";
import { usePage, usePageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim, useSimStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Popover } from "@/ui/Popover";
import { Tip } from "@/ui/Tip";
import { isHollow } from "./arrows";
import { CanvasPainter } from "./canvasPainter";
import type { Diagram } from "./diagram";
import { paintSheet, sheetSize, svgOf } from "./exportPicture";
import type { SpaceTimeScene } from "./SpaceTimeScene";
import css from "./spacetime.module.css";
import { pick } from "./target";
import { useDiagram } from "./useDiagram";

interface ToolbarProps {
  diagram: Diagram;
  scene: RefObject<SpaceTimeScene | null>;
  world: World;
}

export function Toolbar(props: ToolbarProps) {
  return (
    <div className={css.toolbar}>
      <Legend {...props} />
      <Filters {...props} />
      <Zoom {...props} />
    </div>
  );
}

/** Which kinds of messages there are; pressed ones are shown. */
function Legend({ diagram, world }: ToolbarProps) {
  const hiddenKinds = useDiagram(diagram, "hiddenKinds");
  const kindsSeen = useDiagram(diagram, "kindsSeen");
  const kinds = world.kinds.map((info, kind) => ({ ...info, kind }));
  const seen = kinds.filter(({ kind }) => (kindsSeen >> kind) & 1);
  return (
    <fieldset className={css.group} aria-label={t("Kinds of messages shown")}>
      {seen.map(({ id, label, text, kind }) => {
        const isShown = ((hiddenKinds >> kind) & 1) === 0;
        return (
          <Tip key={id} text={translate(text)}>
            <button
              type="button"
              className={css.kind}
              aria-pressed={isShown}
              onClick={() => diagram.toggleKind(kind)}
            >
              <KindSample id={id} />
              {translate(label)}
            </button>
          </Tip>
        );
      })}
    </fieldset>
  );
}

function KindSample({ id }: { id: ByteKind }) {
  const { shape, role } = kindMark(id);
  const known = MARK_SHAPES.find((name) => name === shape) ?? "dot";
  const hollow = isHollow({ shape: known, role, sized: false });
  const colour = `var(--${role})`;
  return (
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      <path
        d={shapeData(known, 0, 0, shape === "dot" ? 2.5 : 4)}
        fill={hollow ? "none" : colour}
        stroke={hollow ? colour : "none"}
        strokeWidth="1.5"
      />
    </svg>
  );
}

interface ToggleProps {
  pressed: boolean;
  onPress: () => void;
  tip: string;
  disabled?: boolean;
  children: ReactNode;
}

function Toggle({ pressed, onPress, tip, disabled = false, children }: ToggleProps) {
  return (
    <Tip text={tip}>
      <button
        type="button"
        className={css.toggle}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onPress}
      >
        {children}
      </button>
    </Tip>
  );
}

function Filters({ diagram, world }: ToolbarProps) {
  const folds = useDiagram(diagram, "folds");
  const onlyCrossing = useDiagram(diagram, "onlyCrossing");
  const onlyRange = useDiagram(diagram, "onlyRange");
  const onlyRequest = useDiagram(diagram, "onlyRequest");
  const hasLeases = useDiagram(diagram, "hasLeases");
  const showsLeases = useDiagram(diagram, "showsLeases");
  const hasDecisions = useDiagram(diagram, "hasDecisions");
  const showsDecisions = useDiagram(diagram, "showsDecisions");
  const range = useSim((state) => state.range);
  const request = usePage(({ selection }) =>
    selection !== null && "request" in selection ? selection.request : 0,
  );
  return (
    <fieldset className={css.group} aria-label={t("Filters")}>
      <Toggle
        pressed={folds}
        onPress={() => diagram.set({ folds: !folds })}
        tip={t("Collapses stretches in which nothing is shown")}
      >
        {t("Collapse idle time")}
      </Toggle>
      <Toggle
        pressed={onlyCrossing}
        onPress={() => diagram.set({ onlyCrossing: !onlyCrossing })}
        tip={t("Only messages that leave their zone")}
      >
        {t("Between zones")}
      </Toggle>
      {world.ranges.length > 1 && (
        <Toggle
          pressed={onlyRange}
          onPress={() => diagram.set({ onlyRange: !onlyRange })}
          tip={t("Only messages of the range that the map shows")}
        >
          {t("Range {id}", { id: range })}
        </Toggle>
      )}
      {hasLeases && (
        <Toggle
          pressed={showsLeases}
          onPress={() => diagram.set({ showsLeases: !showsLeases })}
          tip={t("Bands along lanes: who holds a lease, as it believes; red where two do")}
        >
          {t("Leases")}
        </Toggle>
      )}
      {hasDecisions && (
        <Toggle
          pressed={showsDecisions}
          onPress={() => diagram.set({ showsDecisions: !showsDecisions })}
          tip={t("Flags on lanes: what a store or the placement driver decided, and why")}
        >
          {t("Decisions")}
        </Toggle>
      )}
      {(request > 0 || onlyRequest) && (
        <Toggle
          pressed={onlyRequest}
          onPress={() => diagram.set({ onlyRequest: !onlyRequest })}
          tip={t("Only messages that served the selected request")}
        >
          {t("This request")}
        </Toggle>
      )}
    </fieldset>
  );
}

function Zoom({ diagram, scene, world }: ToolbarProps) {
  const follows = useDiagram(diagram, "follows");
  const store = useSimStore();
  const page = usePageStore();
  const nowUs = (): number => store.getState().frame?.now_us ?? 0;
  const hasMessages = usePage(
    ({ selection }) => selection !== null && ("message" in selection || "request" in selection),
  );
  const go = (): void => {
    const messages = scene.current?.picture?.messages;
    if (messages === undefined) return;
    const row = pick(messages, page.getState().selection).rows[0];
    if (row !== undefined) void sim.seek(messages.sentUs[row] as number);
  };
  return (
    <fieldset className={css.zoom} aria-label={t("Window")}>
      {hasMessages && (
        <Button small onClick={go} title={t("To the instant at which it was sent")}>
          {t("Go there")}
        </Button>
      )}
      <Button small aria-label={t("Zoom out")} onClick={() => diagram.zoom(-1)}>
        −
      </Button>
      <Button small aria-label={t("Zoom in")} onClick={() => diagram.zoom(1)}>
        +
      </Button>
      <Button small onClick={() => diagram.showRound(nowUs())}>
        {t("One heartbeat")}
      </Button>
      <Button small onClick={() => diagram.showWhole()}>
        {t("Whole run")}
      </Button>
      <Toggle
        pressed={follows}
        onPress={() => (follows ? diagram.set({ follows: false }) : diagram.follow(nowUs()))}
        tip={t("Keep the latest instant in view")}
      >
        {t("Follow")}
      </Toggle>
      <Save scene={scene} world={world} />
    </fieldset>
  );
}

function Save({ scene, world }: Pick<ToolbarProps, "scene" | "world">) {
  const [open, setOpen] = useState(false);
  const save = (write: typeof saveSvg): void => {
    setOpen(false);
    if (scene.current !== null) write(scene.current, world);
  };
  return (
    <Popover
      label={t("Save the picture")}
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button small>{t("Save…")}</Button>}
    >
      <div className="grid">
        <Button onClick={() => save(saveSvg)}>{t("Save as SVG")}</Button>
        <Button onClick={() => save(savePng)}>{t("Save as PNG")}</Button>
      </div>
    </Popover>
  );
}

/** A PNG is for slides and print. */
const PNG_RATIO = 2;

function saveSvg(scene: SpaceTimeScene, world: World): void {
  const { picture } = scene;
  if (picture === null) return;
  const text = svgOf(picture, scene.over(picture), scene.lookNow());
  download(`${nameOf(world)}.svg`, new Blob([text], { type: "image/svg+xml" }));
}

function savePng(scene: SpaceTimeScene, world: World): void {
  const { picture } = scene;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (picture === null || context === null) return;
  const { width, height } = sheetSize(picture);
  canvas.width = width * PNG_RATIO;
  canvas.height = height * PNG_RATIO;
  context.scale(PNG_RATIO, PNG_RATIO);
  const look = scene.lookNow();
  context.fillStyle = look.colour("panel");
  context.fillRect(0, 0, width, height);
  paintSheet(new CanvasPainter(context, look), picture, scene.over(picture));
  canvas.toBlob((blob) => {
    if (blob !== null) download(`${nameOf(world)}.png`, blob);
  }, "image/png");
}

/** Letters that every file system takes. */
function nameOf(world: World): string {
  const words = `${world.title} ${world.variant}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join("-")}-space-time`;
}
