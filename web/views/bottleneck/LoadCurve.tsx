/** The load swept: throughput against latency. Each point opens the run behind it. */

import { useState } from "react";
import { useStore } from "zustand";
import type { LoadCurve as Curve, LoadPoint } from "@/engine/lens";
import { Rich } from "@/language/Rich";
import { msg, t } from "@/language/words";
import { formatCount, formatDuration, formatPpm, threeDigits } from "@/model/units";
import { cancelSweep, openPoint, startSweep, sweepStore } from "@/session/capacity/loadSweep";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { SelectField } from "@/ui/Fields";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import css from "./bottleneck.module.css";
import { CurvePicture } from "./CurvePicture";

const POINTS = ["3", "5", "8", "12", "20"].map((value) => ({ value, label: value }));

export function LoadCurve() {
  const { under, curve, failure, session } = useStore(sweepStore);
  const present = useSim((state) => state.session);
  const isOther = session !== null && present !== null && session.text !== present.text;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Load curve")} tabIndex={0}>
      <Controls />
      {failure !== "" && <p className={css.limit}>{failure}</p>}
      {curve === null || curve.points.length === 0 ? (
        under === null && (
          <Empty>
            {t(
              "The scenario is run from a tenth of its load to twice it, each time in a worker of its own, for two seconds after its warm-up, with switches and sizes as they are now.",
            )}
          </Empty>
        )
      ) : (
        <>
          {isOther && (
            <p className={css.note}>{t("The curve is of the run that was open before.")}</p>
          )}
          <CurveWords curve={curve} />
          <div className={css.curve}>
            <CurvePicture curve={curve} onOpen={(percent) => void openPoint(percent)} />
            <Points curve={curve} />
          </div>
        </>
      )}
    </section>
  );
}

function Controls() {
  const { under } = useStore(sweepStore);
  const locked = usePage(isLocked);
  const [points, setPoints] = useState("8");
  return (
    <div className={css.controls}>
      <SelectField label={t("Points")} options={POINTS} value={points} onChange={setPoints} />
      {under === null ? (
        <Button
          small
          kind="primary"
          disabled={locked}
          onClick={() => void startSweep(Number(points))}
        >
          {t("Sweep the load")}
        </Button>
      ) : (
        <>
          <progress aria-label={t("Sweep")} value={under.done} max={under.of} />
          <span role="status">
            {t("{done} of {n, plural, one {# load} other {# loads}}", {
              done: under.done,
              n: under.of,
            })}
          </span>
          <Button small onClick={cancelSweep}>
            {t("Cancel")}
          </Button>
        </>
      )}
    </div>
  );
}

/** What the curve says, in sentences. */
function CurveWords({ curve }: { curve: Curve }) {
  const { points, predicted_from, ceiling_qps, knee_in_flight, base_us, best } = curve;
  const from = predicted_from === null ? undefined : points[predicted_from];
  const top = best === null ? undefined : points[best];
  return (
    <div className={css.head}>
      {from !== undefined && (
        <p>
          <Rich
            text={t(
              "<0>Ceiling</0> {rate}: {resource} is {used} busy at {percent} % of the load.",
              {
                rate: rate(ceiling_qps),
                resource: from.resource ?? "",
                used: formatPpm(from.used * 1e6),
                percent: from.percent,
              },
            )}
            parts={[(word) => <Explained text={t(CEILING_TEXT)}>{word}</Explained>]}
          />
        </p>
      )}
      <p>
        <Rich
          text={t("<0>Knee</0> {n} in flight: {rate} × {time} without queues.", {
            n: threeDigits(knee_in_flight),
            rate: rate(ceiling_qps),
            time: formatDuration(Math.round(base_us)),
          })}
          parts={[(word) => <Explained text={t(KNEE_TEXT)}>{word}</Explained>]}
        />
      </p>
      {top !== undefined && (
        <p>
          <Rich
            text={t("<0>Best</0> at {percent} % of the load: {rate}, mean {time}.", {
              percent: top.percent,
              rate: rate(top.qps),
              time: formatDuration(Math.round(top.mean_us)),
            })}
            parts={[(word) => <Explained text={t(BEST_TEXT)}>{word}</Explained>]}
          />
        </p>
      )}
    </div>
  );
}

const CEILING_TEXT = msg(
  "The utilization law: a resource that is busy for a share of the time at a rate is full at the rate over the share. It is taken from the greatest load at which nothing is full.",
);
const KNEE_TEXT = msg(
  "Where the two bounds meet: latency without queues, and the ceiling (Denning and Buzen, 1978). With more requests in flight they wait for one another.",
);
const BEST_TEXT = msg("The greatest rate over latency (Kleinrock’s power).");

function Points({ curve }: { curve: Curve }) {
  return (
    <Table
      rows="dense"
      words
      edges
      className={css.table}
      caption={t("Points of the curve")}
      heads={[
        t("Load"),
        t("Rate"),
        { name: t("In flight"), text: t("Little’s law: the rate times the mean latency.") },
        "P50",
        "P99",
        t("Busiest"),
      ]}
    >
      <tbody>
        {curve.points.map((point) => (
          <PointRow key={point.percent} point={point} />
        ))}
      </tbody>
    </Table>
  );
}

function PointRow({ point }: { point: LoadPoint }) {
  const { percent, qps, in_flight, p50_us, p99_us, resource, used, limits } = point;
  return (
    <tr className={css.row} data-percent={percent}>
      <th scope="row">
        <button type="button" className="word" onClick={() => void openPoint(percent)}>
          {t("Open {percent} %", { percent })}
        </button>
      </th>
      <td>{rate(qps)}</td>
      <td>{threeDigits(in_flight)}</td>
      <td>{formatDuration(Math.round(p50_us))}</td>
      <td>{formatDuration(Math.round(p99_us))}</td>
      <td data-full={limits}>
        {resource === null
          ? "–"
          : t("{resource}, {used}", { resource, used: formatPpm(used * 1e6) })}
      </td>
    </tr>
  );
}

function rate(qps: number): string {
  return `${qps < 100 ? threeDigits(qps) : formatCount(Math.round(qps))}/s`;
}
