/**
 * The load swept: throughput against latency, with the knee and the ceiling that the busiest
 * resource sets. Each point opens the run behind it. Must not know how points are run.
 */

import { useState } from "react";
import { useStore } from "zustand";
import type { LoadCurve as Curve, LoadPoint } from "@/engine/lens";
import { formatCount, formatDuration, formatPpm, plural, threeDigits } from "@/model/units";
import { cancelSweep, openPoint, startSweep, sweepStore } from "@/session/capacity/loadSweep";
import { useSim } from "@/session/simStore";
import { isLocked, useStage } from "@/session/stage";
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
    <section className={css.scroll} aria-label="Load curve" tabIndex={0}>
      <Controls />
      {failure !== "" && <p className={css.limit}>{failure}</p>}
      {curve === null || curve.points.length === 0 ? (
        under === null && (
          <Empty>
            The scenario is run from a tenth of its load to twice it, each time in a worker of its
            own, for two seconds after its warm-up, with switches and sizes as they are now.
          </Empty>
        )
      ) : (
        <>
          {isOther && <p className={css.note}>The curve is of the run that was open before.</p>}
          <Told curve={curve} />
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
  const locked = useStage(isLocked);
  const [points, setPoints] = useState("8");
  return (
    <div className={css.controls}>
      <SelectField label="Points" options={POINTS} value={points} onChange={setPoints} />
      {under === null ? (
        <Button
          small
          kind="primary"
          disabled={locked}
          onClick={() => void startSweep(Number(points))}
        >
          Sweep the load
        </Button>
      ) : (
        <>
          <progress aria-label="Sweep" value={under.done} max={under.of} />
          <span role="status">
            {under.done} of {plural(under.of, "load")}
          </span>
          <Button small onClick={cancelSweep}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}

/** What the curve says, in sentences. */
function Told({ curve }: { curve: Curve }) {
  const { points, predicted_from, ceiling_qps, knee_in_flight, base_us, best } = curve;
  const from = predicted_from === null ? undefined : points[predicted_from];
  const top = best === null ? undefined : points[best];
  return (
    <div className={css.head}>
      {from !== undefined && (
        <p>
          <Explained text="The utilization law: a resource that is busy for a share of the time at a rate is full at the rate over the share. It is taken from the greatest load at which nothing is full.">
            Ceiling
          </Explained>{" "}
          {rate(ceiling_qps)}: {from.resource} is {formatPpm(from.used * 1e6)} busy at{" "}
          {from.percent} % of the load.
        </p>
      )}
      <p>
        <Explained text="Where the two bounds meet: latency without queues, and the ceiling (Denning and Buzen, 1978). With more requests in flight they wait for one another.">
          Knee
        </Explained>{" "}
        {threeDigits(knee_in_flight)} in flight: {rate(ceiling_qps)} ×{" "}
        {formatDuration(Math.round(base_us))} without queues.
      </p>
      {top !== undefined && (
        <p>
          <Explained text="The greatest rate over latency (Kleinrock’s power).">Best</Explained> at{" "}
          {top.percent} % of the load: {rate(top.qps)}, mean{" "}
          {formatDuration(Math.round(top.mean_us))}.
        </p>
      )}
    </div>
  );
}

function Points({ curve }: { curve: Curve }) {
  return (
    <Table rows="dense" words edges className={css.table} caption="Points of the curve">
      <thead>
        <tr>
          <th scope="col">Load</th>
          <th scope="col">Rate</th>
          <th scope="col">
            <Explained text="Little’s law: the rate times the mean latency.">In flight</Explained>
          </th>
          <th scope="col">P50</th>
          <th scope="col">P99</th>
          <th scope="col">Busiest</th>
        </tr>
      </thead>
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
        <button type="button" className={css.place} onClick={() => void openPoint(percent)}>
          Open {percent} %
        </button>
      </th>
      <td>{rate(qps)}</td>
      <td>{threeDigits(in_flight)}</td>
      <td>{formatDuration(Math.round(p50_us))}</td>
      <td>{formatDuration(Math.round(p99_us))}</td>
      <td data-full={limits}>
        {resource === null ? "–" : `${resource}, ${formatPpm(used * 1e6)}`}
      </td>
    </tr>
  );
}

function rate(qps: number): string {
  return `${qps < 100 ? threeDigits(qps) : formatCount(Math.round(qps))}/s`;
}
