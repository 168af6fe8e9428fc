/** The map: owns sizes, pointer and keyboard; its parts draw themselves from the store. */

import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { CELL_MIN_PX } from "@/model/map/cells";
import { boxesAlong, highlight, type Rect } from "@/model/map/geometry";
import { type Layout, layOut } from "@/model/map/layout";
import { labelPlaces } from "@/model/map/linkLabels";
import { type Lanes, makeLanes } from "@/model/map/linkPaths";
import { topologyOf } from "@/model/map/topology";
import { linkPress, zonePress } from "@/model/targetActions";
import { HALL_PX_MIN, HALL_SCALE, PROJECTOR_SCALE } from "@/model/typeSizes";
import { pageStore, usePage, usePageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useIsBeside, useSim, useSimStore } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Boundary } from "@/ui/Boundary";
import { lazily } from "@/ui/lazily";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import type { Opened } from "./ActionsPopover";
import { Footer } from "./Footer";
import { HighlightRing } from "./HighlightRing";
import { Islands } from "./Islands";
import { LatestDecision } from "./LatestDecision";
import { LinkLabels, LinkLines, useLinks } from "./LinkLayer";
import { MapScene } from "./MapScene";
import css from "./map.module.css";
import { MapContext, type MapParts, mapTargetKey, targetOf, useMap } from "./mapContext";
import { RequestWay } from "./RequestWay";
import { ScaleBar } from "./ScaleBar";
import { blocksOf, isLowFor } from "./StoreCell";
import { largestScale, nameRoom } from "./scale";
import { useTargets } from "./useTargets";
import { Wave } from "./Wave";
import { ZoneLayer } from "./ZoneLayer";

/** What a finger hits. */
const FINGER_PX = 44;

/** Beside the buttons at the foot of a low map there is room for a sentence from here on. */
const FOOT_PX_MIN = 560;

/** Fetched when something on the map is first pressed. */
const ActionsPopover = lazily(async () => ({
  default: (await import("./ActionsPopover")).ActionsPopover,
}));

/** Fetched when a message is first pointed at. */
const MessageTip = lazily(async () => ({ default: (await import("./MessageTip")).MessageTip }));

/** There are no requests in the first picture. */
const WhoHas = lazily(async () => ({ default: (await import("./WhoHas")).WhoHas }));
const SlowedRequest = lazily(async () => ({
  default: (await import("./SlowedRequest")).SlowedRequest,
}));
const Callouts = lazily(async () => ({ default: (await import("./CalloutLayer")).Callouts }));

/** `brief`: for who watches; links say the least, and one press on one of them cuts it. */
export function MapView({ brief = false }: { brief?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const world = useSim((s) => s.world);
  return (
    <div ref={box} className={css.map} data-map>
      {world && size.w > 0 && size.h > 0 && (
        <WorldMap world={world} w={size.w} h={size.h} brief={brief} />
      )}
    </div>
  );
}

interface WorldMapProps {
  world: World;
  w: number;
  h: number;
  brief: boolean;
}

function WorldMap({ world, w, h, brief }: WorldMapProps) {
  const projector = usePage((s) => s.resolvedTheme === "projector");
  const presenting = usePage((stage) => stage.presenting);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [pressed, setPressed] = useState(false);
  const { zones, nodes, links } = world;
  const topology = useMemo(() => topologyOf({ zones, nodes, links }), [zones, nodes, links]);
  const scale = useMemo(() => {
    // With a sentence beside it the map need not say all: its logs come before larger type.
    if (presenting && !brief) return largestScale(topology, w, h, window.innerHeight);
    const least = presenting && window.innerHeight >= HALL_PX_MIN ? HALL_SCALE : 1;
    return Math.max(least, (projector ? PROJECTOR_SCALE : 1) * growth(w, h));
  }, [presenting, brief, projector, topology, w, h]);
  // Who watches presses routes and islands, which are large anyway; the logs need the room.
  const isTouched = useMedia("(pointer: coarse)") && !brief;
  const pointerPx = isTouched ? FINGER_PX : CELL_MIN_PX;
  const targetPx = presenting && !brief ? Math.max(pointerPx, nameRoom(scale)) : pointerPx;
  const layout = useMemo(
    () => layOut(topology, w, h, { scale, targetPx, brief }),
    [topology, w, h, scale, targetPx, brief],
  );
  const lanes = useMemo(() => makeLanes(layout, scale), [layout, scale]);
  const open = useOpening(brief, (one) => {
    setPressed(true);
    setOpened(one);
  });
  const key = opened ? mapTargetKey(opened.mapTarget) : "";
  const { stop, keys } = useTargets(world);
  const parts = useMemo<MapParts>(
    () => ({
      world,
      layout,
      lanes,
      scale,
      brief,
      ...blocksOn(layout, world, scale),
      opened: key,
      stop,
      open,
    }),
    [world, layout, lanes, scale, brief, key, stop, open],
  );
  return (
    <MapContext value={parts}>
      <Picture keys={keys} style={stylesAt(scale, presenting || growth(w, h) > 1)} />
      {pressed && (
        <Boundary name={t("The panel of actions")}>
          <Suspense fallback={null}>
            <ActionsPopover opened={opened} close={() => setOpened(null)} />
          </Suspense>
        </Boundary>
      )}
    </MapContext>
  );
}

/** How much larger all of a map is that has more room than it needs. */
function growth(w: number, h: number): number {
  return Math.min(1.5, Math.max(1, Math.min(w / 1_000, h / 560)));
}

/** Type, lines and marks; larger than those of the page around it where all of the map is. */
function stylesAt(scale: number, isLarger: boolean): CSSProperties {
  const type = { "--type": scale } as CSSProperties;
  if (!isLarger) return type;
  const mark = Math.max(1, scale * 0.8);
  return {
    ...type,
    "--t1": `${12 * scale}px`,
    "--t2": `${14 * scale}px`,
    "--mark": mark,
    "--stroke": `${Math.max(2, scale)}px`,
  } as CSSProperties;
}

/** Selects a thing and shows its actions; for who watches, a press on a link is the action. */
function useOpening(brief: boolean, show: (opened: Opened) => void): MapParts["open"] {
  const store = useSimStore();
  const shown = useRef(show);
  shown.current = show;
  return useCallback(
    (mapTarget, element, more = false) => {
      // A sheet would take the focus from the actions; there they offer to inspect instead.
      const target = brief || window.matchMedia(NARROW).matches ? null : targetOf(mapTarget);
      if (target) void sim.select(target);
      if (isLocked(pageStore.getState())) return;
      const { world, frame } = store.getState();
      if (brief && !more && mapTarget.kind === "link" && world !== null && frame !== null)
        return void sim.act(linkPress(world, frame, mapTarget.from, mapTarget.to));
      if (brief && !more && mapTarget.kind === "zone" && world !== null && frame !== null)
        return void sim.act(zonePress(world, frame, mapTarget.zone));
      shown.current({ mapTarget, element });
    },
    [brief, store],
  );
}

/** Every strip shows the same indexes, and in one way: what the store with the least room allows. */
function blocksOn(layout: Layout, world: World, scale: number) {
  const stores = layout.nodes.filter(({ index }) => world.nodes[index]?.kind === "store");
  const blocks = blocksOf(Math.min(...stores.map(({ rect }) => rect.w)), scale);
  const isLone = (zone: number) => layout.zones.some(({ index, lone }) => index === zone && lone);
  const isLow = stores.some(({ rect, zone }) => isLowFor(blocks, rect, isLone(zone), scale));
  return { blocks, isLow };
}

interface PictureProps {
  keys: ReturnType<typeof useTargets>["keys"];
  style: CSSProperties;
}

function Picture({ keys, style }: PictureProps) {
  const { world, layout, lanes, scale, brief } = useMap();
  const isBeside = useIsBeside();
  const links = useLinks();
  const cover = useMemo(
    () => ({ roads: roadBoxes(lanes), labels: labelPlaces(layout, links, scale) }),
    [lanes, layout, links, scale],
  );
  const { canvas, pointer } = useScene(world, layout, lanes);
  const hasMessage = usePage((s) => isMessage(s.hover) || isMessage(s.selection));
  return (
    <div
      className={css.picture}
      role="group"
      aria-label={isBeside ? t("Map of the second run") : t("Map")}
      style={style}
      {...keys}
      {...pointer}
    >
      <svg className="fill" width={layout.width} height={layout.height} aria-hidden="true">
        <Wave cover={cover} />
        <LinkLines links={links} />
        <Islands />
        <ScaleBar />
      </svg>
      <ZoneLayer />
      <HighlightRing />
      <LinkLabels links={links} />
      <canvas ref={canvas} className={css.canvas} />
      <svg className={css.over} width={layout.width} height={layout.height} aria-hidden="true">
        <RequestWay />
        <Suspense fallback={null}>
          <SlowedRequest />
        </Suspense>
      </svg>
      <Boundary name={t("The cards of requests")}>
        <Suspense fallback={null}>
          <Callouts cover={cover} />
          <WhoHas cover={cover} />
        </Suspense>
      </Boundary>
      {hasMessage && (
        <Suspense fallback={null}>
          <MessageTip />
        </Suspense>
      )}
      {(!layout.tight || layout.width >= FOOT_PX_MIN) && <LatestDecision atFoot={layout.tight} />}
      {!isBeside && !brief && <Footer />}
    </div>
  );
}

function isMessage(target: Target | null): boolean {
  return target !== null && "message" in target;
}

/** The canvas of messages, and what the pointer does over it. */
function useScene(world: World, layout: Layout, lanes: Lanes) {
  const store = useSimStore();
  const page = usePageStore();
  const isBeside = useIsBeside();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<MapScene | null>(null);
  const taken = useRef(false);
  useEffect(() => {
    if (!canvas.current) return;
    const made = new MapScene(canvas.current, store, page);
    scene.current = made;
    return () => {
      made.dispose();
      scene.current = null;
    };
  }, [store, page]);
  useEffect(() => {
    scene.current?.place(world, lanes, layout);
  }, [world, lanes, layout]);
  const hitAt = (event: PointerEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (!bounds || isBeside || overPanel(event)) return null;
    const reach = reachOf(event);
    return (
      scene.current?.hit(event.clientX - bounds.left, event.clientY - bounds.top, reach) ?? null
    );
  };
  const pointer = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const hit = hitAt(event);
      event.currentTarget.style.cursor = hit ? "pointer" : "";
      const { hover } = page.getState();
      if (hit) sim.hover({ message: hit.id });
      else if (hover && "message" in hover) sim.hover(null);
    },
    onPointerLeave: () => {
      const { hover } = page.getState();
      if (hover && "message" in hover) sim.hover(null);
    },
    onPointerDownCapture: (event: PointerEvent) => {
      const hit = hitAt(event);
      taken.current = hit !== null;
      if (!hit) return;
      event.stopPropagation();
      void sim.select({ message: hit.id });
    },
    onClickCapture: (event: MouseEvent) => {
      if (!taken.current) return;
      taken.current = false;
      event.stopPropagation();
    },
  };
  return { canvas, pointer };
}

/** How far from a mark a pointer still means it; over a button it has to be on the mark. */
function reachOf(event: PointerEvent): number {
  if (event.target instanceof Element && event.target.closest("button")) return 0;
  return event.pointerType === "touch" ? 14 : 5;
}

/** Cards and buttons lie above the messages and keep their clicks. */
function overPanel(event: PointerEvent): boolean {
  return event.target instanceof Element && event.target.closest("[data-above-messages]") !== null;
}

function roadBoxes(lanes: Lanes): Rect[] {
  return lanes.pairs.flatMap(({ from, to }) => {
    const path = lanes.lane(from, to)?.path;
    if (!path) return [];
    return boxesAlong(
      Array.from({ length: 9 }, (_, i) => highlight(path, i / 8)),
      12,
    );
  });
}

function useSize(box: React.RefObject<HTMLDivElement | null>): { w: number; h: number } {
  const [size, setSize] = useState({ w: 0, h: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const w = Math.floor(element.clientWidth);
      const h = Math.floor(element.clientHeight);
      setSize((before) => (before.w === w && before.h === h ? before : { w, h }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
