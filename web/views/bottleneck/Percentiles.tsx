/** Latencies as percentiles: in a table, and over time in small charts on one axis. */

import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { useEffect, useMemo, useState } from "react";
import type { FaultSpan, Frame, World } from "@/engine/types";
import { Rich } from "@/language/Rich";
import { msg, t } from "@/language/words";
import { formatCount, formatDuration } from "@/model/units";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Empty } from "@/ui/Empty";
import { Table } from "@/ui/Table";
import css from "./bottleneck.module.css";
import { type LatencyRow, type Multiple, multiplesOf, rowsOfReport, SHARES } from "./percentiles";

const STEPS = 60;
const CHART = { width: 240, height: 64 };
const KIND: Readonly<Record<LatencyRow["of"], string>> = {
  load: msg("Load"),
  mode: msg("Mode"),
  zone: msg("Zone"),
};

export function Percentiles({ world }: { world: World; frame: Frame }) {
  const now_us = usePaced((state) => state.frame?.now_us ?? 0);
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const rows = useRows(world, now_us);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Percentiles")} tabIndex={0}>
      {rows.length === 0 ? (
        <Empty>{t("Nothing is answered yet since the warm-up.")}</Empty>
      ) : (
        <PercentileTable rows={rows} />
      )}
      {!hideVerdicts && <Multiples world={world} />}
    </section>
  );
}

/** The engine’s own figures of the present instant; one question at a time. */
function useRows(world: World, now_us: number): LatencyRow[] {
  const [measured, setMeasured] = useState<{ us: number; rows: LatencyRow[] }>({
    us: -1,
    rows: [],
  });
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (asking || measured.us === now_us) return;
    setAsking(true);
    void sim.report().then((report) => {
      setMeasured({ us: now_us, rows: report.ok ? rowsOfReport(report.value, world) : [] });
      setAsking(false);
    });
  }, [asking, measured.us, now_us, world]);
  return measured.rows;
}

function PercentileTable({ rows }: { rows: readonly LatencyRow[] }) {
  return (
    <Table
      rows="dense"
      words
      edges
      className={css.table}
      caption={t("Percentiles of the time to the answer")}
      heads={[
        {
          name: t("Time to the answer"),
          text: t(
            "Since the warm-up. Where requests arrive at a rate, latency counts from the instant of arrival, also while the gateway has no room for them: nobody waits with asking (no coordinated omission).",
          ),
        },
        t("Answered"),
        ...SHARES.map(({ name }) => t(name)),
      ]}
    >
      <tbody>
        {rows.map(({ of, id, name, count, latency }) => (
          <tr key={`${of} ${id}`} className={css.row} data-of={`${of} ${id}`}>
            <th scope="row">
              <span className={css.note}>{t(KIND[of])}</span> {name}
            </th>
            <td>{formatCount(count)}</td>
            {SHARES.map(({ key }) => (
              <td key={key} data-share={key}>
                {formatDuration(latency[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Multiples({ world }: { world: World }) {
  const { series, now_us, mode, measured } = usePaced((state) => ({
    series: state.series,
    now_us: state.frame?.now_us ?? 0,
    mode: state.frame?.settings.read_mode ?? "",
    measured: state.notables,
  }));
  const [first = 0] = series.completions.columns.at_us;
  const fromUs = Math.min(first, now_us);
  const multiples = useMemo(
    () => multiplesOf(series.completions, world, mode, [fromUs, now_us], STEPS),
    [series.completions, world, mode, fromUs, now_us],
  );
  if (multiples.length === 0) return null;
  const sets = measured.filter(({ kind }) => kind === "setting").map(({ at_us }) => at_us);
  const all = multiples.flatMap(({ steps }) => steps.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const extent: [number, number] = [Math.max(1, Math.min(...all)), Math.max(10, ...all)];
  return (
    <>
      <p className={css.note}>
        <Rich
          text={t(
            "Over time, all on the same axes: <0>P50</0> and <1>P99</1>. Bands are faults, lines are changes of settings and sizes.",
          )}
          parts={[
            (name) => <span className="strong ink">{name}</span>,
            (name) => <span className="strong accent">{name}</span>,
          ]}
        />
      </p>
      <div className={css.multiples}>
        {multiples.map((multiple) => (
          <Small
            key={multiple.key}
            multiple={multiple}
            span={[fromUs, Math.max(now_us, fromUs + 1)]}
            extent={extent}
            faults={series.faults}
            sets={sets}
          />
        ))}
      </div>
    </>
  );
}

interface SmallProps {
  multiple: Multiple;
  span: [number, number];
  extent: [number, number];
  faults: readonly FaultSpan[];
  sets: readonly number[];
}

function Small({ multiple, span, extent, faults, sets }: SmallProps) {
  const { width, height } = CHART;
  const x = scaleLinear(span, [0, width]).clamp(true);
  const y = scaleLog([extent[0] / 1.2, extent[1] * 1.2], [height, 0]).clamp(true);
  const { key, name, steps } = multiple;
  const pathOf = (of: "p50Us" | "p99Us") =>
    line<{ at: number; us: number }>()
      .x(({ at }) => x(at))
      .y(({ us }) => y(Math.max(1, us)))(
      steps.flatMap((step) => [
        { at: step.fromUs, us: step[of] },
        { at: step.toUs, us: step[of] },
      ]),
    ) ?? "";
  const last = steps.at(-1);
  const isIn = (us: number): boolean => us >= span[0] && us <= span[1];
  return (
    <figure className={css.small} data-multiple={key}>
      <figcaption>
        <span className={css.note}>{t(KIND[key.split(" ")[0] as LatencyRow["of"]])}</span> {name}
        {last !== undefined && (
          <span className={css.note}> P99 {formatDuration(Math.round(last.p99Us))}</span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {faults
          .filter(({ from_us, until_us }) => from_us <= span[1] && (until_us ?? span[1]) >= span[0])
          .map(({ from_us, until_us, text }) => (
            <rect
              key={`${from_us} ${text}`}
              className={css.fault}
              x={x(from_us)}
              width={Math.max(1, x(until_us ?? span[1]) - x(from_us))}
              height={height}
            />
          ))}
        {[...new Set(sets)].filter(isIn).map((us) => (
          <line key={us} className={css.change} x1={x(us)} x2={x(us)} y2={height} />
        ))}
        <path className={css.median} d={pathOf("p50Us")} />
        <path className={css.tail} d={pathOf("p99Us")} />
      </svg>
    </figure>
  );
}
