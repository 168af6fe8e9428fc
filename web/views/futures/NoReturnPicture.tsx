/** How probable an outcome was at instants back along the run, and when it became certain. */

import { scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { TimeAxis, ValueAxis } from "@/charts/Axes";
import type { FuturePoint, FutureSearched } from "@/engine/lens";
import { t, translate } from "@/language/words";
import { percentText } from "@/model/percent";
import { formatInstant } from "@/model/units";
import { askWhyRole, markPoint } from "@/session/futures/futures";
import type { NoReturn } from "@/session/futures/futuresState";
import { sim } from "@/session/simClient";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import css from "./futures.module.css";
import { useIntoView } from "./useIntoView";

const WIDTH = 460;
const HEIGHT = 120;
const ROOM = { left: 44, right: 12, top: 8, bottom: 22 };
const INNER = { width: WIDTH - ROOM.left - ROOM.right, height: HEIGHT - ROOM.top - ROOM.bottom };
/** What happened is told in so many lines. */
const LINES_MAX = 4;

interface Props {
  noReturn: NoReturn;
  outcome: string;
}

export function NoReturnPicture(props: Props) {
  const { searched } = props.noReturn;
  return searched === null || searched.points.length === 0 ? null : (
    <Found {...props} searched={searched} />
  );
}

function Found({ noReturn, outcome, searched }: Props & { searched: FutureSearched }) {
  const { cameUs } = noReturn;
  const shown = useIntoView<HTMLElement>();
  const { certain, escaped } = searched;
  return (
    <section ref={shown} className={css.noReturn} aria-label={t("Point of no return")}>
      <h3>{t("Point of no return: {outcome}", { outcome: translate(outcome) })}</h3>
      <p>
        {cameUs !== null && t("It first came at {at}.", { at: formatInstant(cameUs) })}{" "}
        <Conclusion certain={certain} escaped={escaped} />
      </p>
      <Curve noReturn={noReturn} points={searched.points} />
      <Risen noReturn={noReturn} />
      {certain !== null && (
        <Button
          small
          onClick={() => markPoint(certain, t("From here on it could no longer be avoided"))}
        >
          {t("Mark it on the time line")}
        </Button>
      )}
    </section>
  );
}

function Conclusion(found: { certain: FuturePoint | null; escaped: FuturePoint | null }) {
  const { certain, escaped } = found;
  const parts: string[] = [];
  if (certain !== null)
    parts.push(
      t("From {at} on it came in all {runs} futures.", {
        at: formatInstant(certain.at_us),
        runs: certain.share.runs,
      }),
    );
  if (escaped === null) parts.push(t("No future of any of these instants escaped it."));
  else
    parts.push(
      t("At {at} {n} of {runs} still escaped it.", {
        at: formatInstant(escaped.at_us),
        n: escaped.share.runs - escaped.share.came,
        runs: escaped.share.runs,
      }),
    );
  return <>{parts.join(" ")}</>;
}

function Curve({ noReturn, points }: { noReturn: NoReturn; points: readonly FuturePoint[] }) {
  const [fromUs, untilUs] = noReturn.span;
  const scale = useTypeScale();
  const x = scaleLinear([fromUs, Math.max(untilUs, fromUs + 1)], [0, INNER.width]);
  const y = scaleLinear([0, 1], [INNER.height, 0]);
  const shareOf = ({ share }: FuturePoint): number => share.came / Math.max(1, share.runs);
  const band = area<FuturePoint>()
    .x(({ at_us }) => x(at_us))
    .y0(({ share }) => y(share.low))
    .y1(({ share }) => y(share.high))
    .curve(curveStepAfter);
  const path = line<FuturePoint>()
    .x(({ at_us }) => x(at_us))
    .y((point) => y(shareOf(point)))
    .curve(curveStepAfter);
  const certainUs = noReturn.searched?.certain?.at_us;
  return (
    <svg
      className={css.curve}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-chart="no-return"
      aria-hidden="true"
    >
      <g transform={`translate(${ROOM.left},${ROOM.top})`}>
        <ValueAxis y={y} width={INNER.width} format={percentText} values={[0, 0.5, 1]} />
        <g transform={`translate(0,${INNER.height})`}>
          <TimeAxis x={x} width={INNER.width} scale={scale} />
        </g>
        <path className={css.band} d={band(points) ?? ""} />
        <path className={css.line} d={path(points) ?? ""} />
        {points.map((point) => (
          <circle
            key={point.at_us}
            className={css.point}
            cx={x(point.at_us)}
            cy={y(shareOf(point))}
            r={2.5}
          >
            <title>{pointText(point)}</title>
          </circle>
        ))}
        {certainUs !== undefined && (
          <line className={css.came} x1={x(certainUs)} x2={x(certainUs)} y2={INNER.height} />
        )}
      </g>
    </svg>
  );
}

function pointText({ at_us, share }: FuturePoint): string {
  const { came, runs, low, high } = share;
  return t("From {at}: {came} of {runs} (95 %: {low} to {high})", {
    at: formatInstant(at_us),
    came,
    runs,
    low: percentText(low),
    high: percentText(high),
  });
}

function Risen({ noReturn }: { noReturn: NoReturn }) {
  const jump = noReturn.searched?.jump;
  if (!jump) return null;
  const [before, after] = jump;
  const within = noReturn.notables.filter(
    ({ at_us }) => before.at_us < at_us && at_us <= after.at_us,
  );
  const shareOf = ({ share }: FuturePoint): string => percentText(share.came / share.runs);
  return (
    <>
      <p>
        {t("Its share grew most, from {low} to {high}, between {from} and {until}:", {
          low: shareOf(before),
          high: shareOf(after),
          from: formatInstant(before.at_us),
          until: formatInstant(after.at_us),
        })}
      </p>
      <ul className={css.events}>
        {within.length === 0 && <li>{t("nothing that the run tells of")}</li>}
        {within.slice(0, LINES_MAX).map(({ id, at_us, kind, node, text }) => (
          <li key={id}>
            <button type="button" className={css.outcome} onClick={() => void sim.seek(at_us)}>
              {formatInstant(at_us)}
            </button>{" "}
            {translate(text)}
            {kind === "election" && node !== null && (
              <Button small kind="quiet" onClick={() => void askWhyRole(at_us, node)}>
                {t("Why?")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
