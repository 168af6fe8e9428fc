/** The run over time: lanes on one axis, each ending in its figure. */

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  Suspense,
  useMemo,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import { TimeAxis, TimeGrid } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { stretched, useBrush } from "@/charts/useBrush";
import { BRUSH, type TimeZoom, useTimeZoom } from "@/charts/useTimeZoom";
import type { LaneName, World } from "@/engine/types";
import { t } from "@/language/words";
import { type Interval, intervalText } from "@/model/interval";
import { sayable } from "@/model/narration";
import { requestOfTarget } from "@/model/targets";
import { formatDuration } from "@/model/units";
import { lineEndUs } from "@/session/marks";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { against } from "@/session/series/ghost";
import { useComing } from "@/session/series/useComing";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Stretch } from "@/ui/Stretch";
import { useHeight, useWidth } from "@/ui/useWidth";
import { AgainstField, useAgainstTitle } from "./AgainstField";
import { Bands, type Flag, Flags, flagsOf, Votes } from "./Bands";
import type { LaneProps, LaneWords } from "./lane";
import { LANES, lanesFor, type NamedLane } from "./laneTable";
import { openingOf } from "./opening";
import { AXIS_PX, GAP_PX, placesOf } from "./places";
import { FIGURES_PX, Figures, Names } from "./Sides";
import css from "./series.module.css";
import { TipLayer } from "./tips";
import { useScrub } from "./useScrub";

const NAMES_PX = 180;
const FLAGS_PX = 18;
/** Narrower, a lane's name and figure stand over it, and only its values left of it. */
const WIDE_PX = 620;
const VALUES_PX = 68;

interface SeriesViewProps {
  /** The one lane that stands, by its name or as the first of all; all, where nothing is said. */
  only?: LaneName | "first";
}

export function SeriesView({ only }: SeriesViewProps) {
  const world = useSim((state) => state.world);
  if (world === null) return null;
  return (
    <WorldSeries key={`${world.title} ${world.variant} ${world.seed}`} world={world} only={only} />
  );
}

/** What the lanes show, at reading speed, of the whole run. */
function useShown(world: World): LaneWords | null {
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const request = usePage(({ selection }) => requestOfTarget(selection));
  const { frame, series, furthestUs, range } = usePaced((state) => ({
    frame: state.frame,
    series: state.series,
    furthestUs: state.furthestUs,
    range: state.range,
  }));
  const other = useStore(against.store);
  const title = useAgainstTitle(world, other.choice);
  return useMemo(() => {
    if (frame === null) return null;
    const { frame: theirs } = other;
    return {
      world,
      own: { series, frame },
      other:
        theirs === null || hideVerdicts ? null : { series: other.series, frame: theirs, title },
      knownUs: furthestUs,
      interval: null,
      hideVerdicts,
      range,
      request,
    };
  }, [world, frame, series, hideVerdicts, furthestUs, other, title, range, request]);
}

function WorldSeries({ world, only }: { world: World; only: SeriesViewProps["only"] }) {
  const body = useRef<HTMLDivElement>(null);
  const surface = useRef<SVGSVGElement>(null);
  const [tips, setTips] = useState<Element | null>(null);
  const scale = useTypeScale();
  const whole = useWidth(body);
  const isWide = whole >= WIDE_PX * scale;
  const namesPx = (isWide ? NAMES_PX : VALUES_PX) * scale;
  const figuresPx = isWide ? FIGURES_PX * scale : GAP_PX;
  const width = Math.max(0, whole - namesPx - figuresPx);
  const height = useHeight(body);
  const endUs = useSim((state) => lineEndUs(state.furthestUs, state.world?.duration_us ?? 0));
  const opening = useOpening(world, endUs);
  const zoom = useTimeZoom(surface, { endUs, width, opening });
  useComing();
  const scrub = useScrub(zoom);
  const axis = useRef<SVGGElement>(null);
  const interval = usePage((state) => state.interval);
  const run = useShown(world);
  // Pictures are of the run, and stay while a stretch of it is chosen.
  const shown = useMemo(() => run && { ...run, interval }, [run, interval]);
  const flags = useFlags(shown);
  const presenting = usePage((stage) => stage.presenting);
  const lanes = useMemo(() => {
    if (run === null) return [];
    if (only !== undefined && only !== "first") return [{ id: only, lane: LANES[only] }];
    const all = lanesFor(run);
    // From the back row one is read, and the map needs the room.
    return presenting || only === "first" ? all.slice(0, 1) : all;
  }, [run, presenting, only]);
  const top = FLAGS_PX * scale;
  const room = height - top - AXIS_PX * scale;
  const places = shown === null ? [] : placesOf(shown, lanes, room, scale, isWide);
  const axisPx = AXIS_PX * scale;
  // What has an axis of its own stands under the one that all others share.
  const low = (places.findLast(({ lane }) => lane.ownTime === undefined)?.end ?? 0) + top;
  const foot = Math.max(low + axisPx, (places.at(-1)?.end ?? 0) + top);
  useBrush({ axis, x: zoom.x, width, height: axisPx, interval, choose: sim.lookAt });
  return (
    <div className={css.view} data-wide={isWide} data-one={only !== undefined}>
      <div className={css.head}>
        {interval !== null && (
          <Stretch text={intervalText(interval)} onEnd={() => sim.lookAt(null)} />
        )}
        {!isWide && <WholeRun zoom={zoom} endUs={endUs} />}
      </div>
      <div ref={body} className={css.body}>
        {shown !== null && width > 0 && (
          <>
            <Names places={places} top={top} scale={scale} />
            <svg
              ref={surface}
              className={css.surface}
              style={{ left: namesPx }}
              width={width}
              height={foot}
              role="application"
              aria-roledescription={t("chart")}
              aria-label={t("The run over time")}
              aria-describedby="series-keys"
              data-testid="series"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it is a widget with keys of its own
              tabIndex={0}
              onKeyDown={(event) => onKey(event, zoom, interval)}
              {...scrub}
              onClick={(event) => seekTo(event, zoom.x)}
            >
              <rect width={width} height={low} fill="transparent" />
              <TimeGrid x={zoom.x} width={width} scale={scale} height={low} />
              <Plot width={width} height={low}>
                <Bands
                  faults={shown.own.series.faults}
                  x={zoom.x}
                  height={low}
                  knownUs={shown.knownUs}
                />
                {interval !== null && <Chosen interval={interval} x={zoom.x} height={low} />}
              </Plot>
              {places.map(({ id, lane, start, end }) => (
                <svg
                  key={id}
                  data-lane={id}
                  data-chart={lane.chart}
                  y={top + start}
                  width={width}
                  height={end - start}
                  overflow="visible"
                  aria-hidden="true"
                >
                  <Suspense fallback={null}>
                    <TipLayer value={tips}>
                      {run !== null && (
                        <Picture {...{ lane, run, width }} x={zoom.x} height={end - start} />
                      )}
                    </TipLayer>
                  </Suspense>
                </svg>
              ))}
              <Present x={zoom.x} width={width} height={low} />
              <Flags flags={flags} x={zoom.x} width={width} scale={scale} />
              <g transform={`translate(0,${low})`}>
                <TimeAxis x={zoom.x} width={width} scale={scale} />
                <g ref={axis} className={cx("brush", css.brush)} {...{ [BRUSH]: "" }}>
                  <title>{t("Drag to look at a stretch of the run alone.")}</title>
                </g>
                <Votes flags={flags} x={zoom.x} width={width} />
              </g>
              <foreignObject ref={setTips} className={css.tips} width={width} height={foot} />
            </svg>
            {isWide && (
              <div className={css.wholeRun} style={{ top: low }}>
                <WholeRun zoom={zoom} endUs={endUs} />
              </div>
            )}
            <Figures {...{ places, shown, top, width, scale, isWide }} x={zoom.x} />
          </>
        )}
        {only !== undefined && isWide && (
          <div className={css.under} style={{ maxWidth: namesPx - UNDER_PX }}>
            <AgainstField />
          </div>
        )}
        {run !== null && <InWords lanes={lanes} run={run} />}
        <p id="series-keys" className="sr-only">
          {t(
            "Plus and minus zoom, 0 shows the whole run, and arrow keys move along it once zoomed. Shift with an arrow key chooses a stretch from the instant shown on; Escape chooses all again.",
          )}
        </p>
      </div>
    </div>
  );
}

/** Of the column of names: what stands beside a field in it. */
const UNDER_PX = 40;

interface PictureProps extends Pick<LaneProps, "x" | "width" | "height"> {
  lane: NamedLane["lane"];
  run: LaneWords;
}

/** A lane's picture, drawn again only when it is another. */
const Picture = memo(function Picture({ lane, run, ...place }: PictureProps) {
  return <lane.Picture {...run} {...place} />;
});

interface InWordsProps {
  lanes: readonly NamedLane[];
  run: LaneWords;
}

const InWords = memo(function InWords({ lanes, run }: InWordsProps) {
  return (
    <ul className="sr-only" aria-label={t("The run over time, in words")}>
      {lanes.map(({ id, lane }) => (
        <li key={id}>
          {t("{title}:", { title: t(lane.title) })}{" "}
          <Suspense fallback={null}>{lane.words(run)}</Suspense>
        </li>
      ))}
    </ul>
  );
});

/** At the end of the axis, which is not the run's. */
function WholeRun({ zoom, endUs }: { zoom: TimeZoom; endUs: number }) {
  if (zoom.isWhole) return null;
  return (
    <Button small onClick={zoom.whole}>
      {t("Whole run, {length}", { length: formatDuration(endUs) })}
    </Button>
  );
}

/** What the lanes begin with; once the run has left it, all of it for good. */
function useOpening({ show }: World, endUs: number): Interval | null {
  const [over, setOver] = useState(false);
  const opening = useSim(({ frame, openedUs, furthestUs }) => {
    const nowUs = frame?.now_us ?? 0;
    const fromUs = show.from_us;
    return over ? null : openingOf({ fromUs, openedUs, nowUs, furthestUs, endUs });
  });
  if (opening === null && !over) setOver(true);
  return opening;
}

/** What is marked in this run, as far as it may be told. */
function useFlags(shown: LaneWords | null): Flag[] {
  const notables = useSim((state) => state.notables);
  const actions = useSim((state) => logOf(state.session));
  const faults = shown?.own.series.faults ?? NONE;
  const hideVerdicts = shown?.hideVerdicts ?? false;
  return useMemo(
    () => flagsOf(faults, actions, sayable(notables, hideVerdicts)),
    [faults, actions, notables, hideVerdicts],
  );
}

const NONE: never[] = [];

/** Zoom, or the stretch that is looked at. */
function onKey(event: KeyboardEvent, zoom: TimeZoom, interval: Interval | null): void {
  const nowUs = simStore.getState().frame?.now_us ?? 0;
  const next = stretched(event, interval ?? { from_us: nowUs, to_us: nowUs }, zoom.x);
  const isEnd = event.key === "Escape" && interval !== null;
  if (next === undefined && !isEnd) {
    zoom.onKeyDown(event);
    return;
  }
  sim.lookAt(next ?? null);
  event.preventDefault();
  event.stopPropagation();
}

interface ChosenProps {
  interval: Interval;
  x: LaneProps["x"];
  height: number;
}

/** The stretch that is looked at, through all lanes. */
function Chosen({ interval, x, height }: ChosenProps) {
  const left = x(interval.from_us);
  return (
    <rect
      className={css.chosen}
      data-testid="interval"
      x={left}
      width={Math.max(1, x(interval.to_us) - left)}
      height={height}
    />
  );
}

/** The instant that is shown; what is known to lie ahead of it is pale. */
function Present({ x, width, height }: { x: LaneProps["x"]; width: number; height: number }) {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const at = x(nowUs);
  if (at > width) return null;
  return (
    <g className={css.present} aria-hidden>
      <rect x={Math.max(0, at)} width={Math.max(0, width - Math.max(0, at))} height={height} />
      {at >= 0 && <line x1={at} x2={at} y2={height} />}
    </g>
  );
}

function seekTo(
  event: { clientX: number; currentTarget: Element } & Pick<PointerEvent, "detail">,
  x: LaneProps["x"],
): void {
  if (event.detail === 0) return;
  const { left } = event.currentTarget.getBoundingClientRect();
  void sim.seek(Math.max(0, Math.round(x.invert(event.clientX - left))));
}
