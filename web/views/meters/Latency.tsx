/** How fast each workload was answered and how it ended: percentiles, outcomes, one histogram. */

import { useState } from "react";
import type { WorkloadState, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatCount, formatDuration, formatMilliseconds } from "@/model/units";
import { agedVerdict } from "@/model/verdicts";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { cx } from "@/ui/cx";
import { SelectField } from "@/ui/Fields";
import { Section } from "@/ui/Section";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { useRoving } from "@/ui/useRoving";
import { LatencyHistogram } from "./LatencyHistogram";
import css from "./meters.module.css";

type Reads = ReturnType<typeof agedVerdict>;

interface Column {
  head: string;
  text: string;
  value(state: WorkloadState): string;
  alarm?(state: WorkloadState, reads: Reads): boolean;
}

/** What was answered during the warm-up is in no latency: until then there is none. */
function timeText({ max_us }: WorkloadState, us: number): string {
  return max_us === 0 ? "–" : formatMilliseconds(us);
}

const TIMES: readonly Column[] = [
  {
    head: "p50",
    text: msg(
      "Median of the answered requests, from the client's call to its answer, in milliseconds of simulated time, this run.",
    ),
    value: (s) => timeText(s, s.p50_us),
  },
  {
    head: "p95",
    text: msg(
      "95 % of answered requests took no longer, in milliseconds of simulated time, this run.",
    ),
    value: (s) => timeText(s, s.p95_us),
  },
  {
    head: "p99",
    text: msg(
      "99 % of answered requests took no longer, in milliseconds of simulated time, this run.",
    ),
    value: (s) => timeText(s, s.p99_us),
  },
];

const OUTCOMES: readonly Column[] = [
  {
    head: msg("ok"),
    text: msg("Requests that were answered, this run."),
    value: (s) => formatCount(s.ok),
  },
  {
    head: msg("failed"),
    text: msg(
      "Requests that certainly had no effect: refused by every store asked, or reads that timed out.",
    ),
    value: (s) => formatCount(s.failed),
    alarm: (s) => s.failed > 0,
  },
  {
    head: msg("unknown"),
    text: msg("Writes without an answer: they may have happened, or may still happen."),
    value: (s) => formatCount(s.unknown),
  },
  {
    head: msg("stale"),
    text: msg(
      "Reads that missed a write which had been acknowledged before the read was sent. Judged from the clients' history alone.",
    ),
    value: (s) => formatCount(s.stale),
    // Whoever reads the past knows it: that is no alarm.
    alarm: (s, reads) => s.stale > 0 && reads === "stale",
  },
];

const RETRIES: Column = {
  head: msg("retries"),
  text: msg(
    "Requests that clients sent again because they had no answer; they are counted among the others too. What was answered is what the clients got done.",
  ),
  value: (s) => formatCount(s.retries),
};

/** What is shown of these: retries where there are any, staleness unless it is kept quiet. */
function outcomesOf(states: readonly WorkloadState[], hideVerdicts: boolean): readonly Column[] {
  const shown = hideVerdicts ? OUTCOMES.filter(({ head }) => head !== "stale") : OUTCOMES;
  return states.some(({ retries }) => retries > 0) ? [...shown, RETRIES] : shown;
}

export function Latency() {
  const [chosen, setChosen] = useState(0);
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  if (world === null || frame === null) return null;
  if (world.workloads.length === 0) {
    return (
      <Section title={t("Latency by workload")}>
        <p className="quiet">
          {t("This scenario has no client load. Send a get or a put by hand.")}
        </p>
      </Section>
    );
  }
  const reads = agedVerdict(frame.settings.read_mode);
  const shown = Math.min(chosen, world.workloads.length - 1);
  const state = frame.workloads[shown];
  const workload = world.workloads[shown];
  return (
    <Section title={t("Latency by workload, ms")}>
      <WorkloadTable world={world} states={frame.workloads} columns={TIMES} rate />
      <WorkloadTable
        world={world}
        states={frame.workloads}
        columns={outcomesOf(frame.workloads, hideVerdicts)}
        reads={reads}
      />
      {!hideVerdicts && <Staleness world={world} states={frame.workloads} reads={reads} />}
      {world.workloads.length > 1 && (
        <SelectField
          label={t("Workload shown in the histogram")}
          bare
          options={world.workloads.map((w) => ({
            value: String(w.index),
            label: t("{id}: {text}", { id: w.id, text: translate(w.text) }),
          }))}
          value={String(shown)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      {state !== undefined && workload !== undefined && (
        <LatencyHistogram
          name={workload.id}
          state={state}
          upper_us={world.latency_bucket_upper_us}
        />
      )}
    </Section>
  );
}

interface TableProps {
  world: World;
  states: readonly WorkloadState[];
  columns: readonly Column[];
  /** What a read is that missed a write, in the mode in which reads are served. */
  reads?: Reads;
  rate?: boolean;
}

function WorkloadTable(props: TableProps) {
  const { world, states, columns, reads = "stale", rate = false } = props;
  const width = columns.length + (rate ? 1 : 0);
  const roving = useRoving(width + states.length * (width + 1), width + 1);
  let place = 0;
  const tab = () => roving.tabIndexOf(place++);
  return (
    <Table
      rows="target"
      className={css.table}
      {...roving.group}
      caption={rate ? t("Latency by workload") : t("Outcomes by workload")}
      heads={[
        rate ? t("Workload") : t("Requests"),
        ...columns.map((column) => ({
          name: t(column.head),
          text: t(column.text),
          tabIndex: tab(),
        })),
        rate && { name: t("per s"), text: t(RATE_TEXT), tabIndex: tab() },
      ]}
    >
      <tbody>
        {world.workloads.map((workload) => {
          const state = states[workload.index];
          if (state === undefined) return null;
          return (
            <tr key={workload.id}>
              <th scope="row">
                <Explained text={workloadText(workload.text, state)} tabIndex={tab()}>
                  {workload.id}
                </Explained>
              </th>
              {columns.map((column) => (
                <td key={column.head} className={cx(column.alarm?.(state, reads) && css.alarm)}>
                  <Explained
                    text={t("{load}, {head}. {text}", {
                      load: workload.id,
                      head: t(column.head),
                      text: t(column.text),
                    })}
                    tabIndex={tab()}
                  >
                    {column.value(state)}
                  </Explained>
                </td>
              ))}
              {rate && (
                <td>
                  <Explained
                    text={t("{load}. {text}", { load: workload.id, text: t(RATE_TEXT) })}
                    tabIndex={tab()}
                  >
                    {formatCount(state.qps)}
                  </Explained>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const RATE_TEXT = msg("Answered requests over the last second of simulated time.");

function workloadText(text: string, state: WorkloadState): string {
  const values = { text: translate(text), waiting: formatCount(state.in_flight) };
  return state.running
    ? t("{text}; running, {waiting} waiting for an answer.", values)
    : t("{text}; stopped, {waiting} waiting for an answer.", values);
}

/** Stale reads are said in words as well: how far behind the worst one was. */
function Staleness({ world, states, reads }: Omit<Required<TableProps>, "columns" | "rate">) {
  const stale = world.workloads.filter((w) => (states[w.index]?.stale ?? 0) > 0);
  if (stale.length === 0) return null;
  return (
    <ul className={reads === "stale" ? css.alarms : "quiet"}>
      {stale.map((w) => {
        const state = states[w.index];
        if (state === undefined) return null;
        return <li key={w.id}>{staleText(w.id, state, reads)}</li>;
      })}
    </ul>
  );
}

function staleText(load: string, state: WorkloadState, reads: Reads): string {
  const values = {
    load,
    n: formatCount(state.stale),
    most: formatDuration(state.max_staleness_us),
  };
  return reads === "past"
    ? t("{load}: {n} stale, by up to {most}, as this mode allows", values)
    : t("{load}: {n} stale, by up to {most}", values);
}
