/**
 * How fast each workload was answered and how it ended: percentiles, outcomes, one histogram.
 * Must not know how latencies are gathered.
 */

import { useState } from "react";
import type { WorkloadState, World } from "@/engine/types";
import { formatCount, formatDuration, formatMilliseconds } from "@/model/units";
import { agedVerdict } from "@/model/verdicts";
import { usePaced } from "@/session/paced";
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

const TIMES: readonly Column[] = [
  {
    head: "p50",
    text: "Median of the answered requests, from the client's call to its answer, in milliseconds of simulated time, this run.",
    value: (s) => (s.ok === 0 ? "–" : formatMilliseconds(s.p50_us)),
  },
  {
    head: "p95",
    text: "95 % of answered requests took no longer, in milliseconds of simulated time, this run.",
    value: (s) => (s.ok === 0 ? "–" : formatMilliseconds(s.p95_us)),
  },
  {
    head: "p99",
    text: "99 % of answered requests took no longer, in milliseconds of simulated time, this run.",
    value: (s) => (s.ok === 0 ? "–" : formatMilliseconds(s.p99_us)),
  },
];

const OUTCOMES: readonly Column[] = [
  {
    head: "ok",
    text: "Requests that were answered, this run.",
    value: (s) => formatCount(s.ok),
  },
  {
    head: "failed",
    text: "Requests that certainly had no effect: refused by every store asked, or reads that timed out.",
    value: (s) => formatCount(s.failed),
    alarm: (s) => s.failed > 0,
  },
  {
    head: "unknown",
    text: "Writes that timed out: they may have happened, or may still happen.",
    value: (s) => formatCount(s.unknown),
  },
  {
    head: "stale",
    text: "Reads that missed a write which had been acknowledged before the read was sent. Judged from the clients' history alone.",
    value: (s) => formatCount(s.stale),
    // Whoever reads the past knows it: that is no alarm.
    alarm: (s, reads) => s.stale > 0 && reads === "stale",
  },
];

const RETRIES: Column = {
  head: "retries",
  text: "Requests that clients sent again because they had no answer; they are counted among the others too. What was answered is what the clients got done.",
  value: (s) => formatCount(s.retries),
};

/** What is shown of these: retries where there are any, staleness unless it is kept quiet. */
function outcomesOf(states: readonly WorkloadState[], hushed: boolean): readonly Column[] {
  const shown = hushed ? OUTCOMES.filter(({ head }) => head !== "stale") : OUTCOMES;
  return states.some(({ retries }) => retries > 0) ? [...shown, RETRIES] : shown;
}

export function Latency() {
  const [chosen, setChosen] = useState(0);
  const { world, frame, hushed } = usePaced((s) => ({
    world: s.world,
    frame: s.frame,
    hushed: s.hushed,
  }));
  if (world === null || frame === null) return null;
  if (world.workloads.length === 0) {
    return (
      <Section title="Latency by workload">
        <p className={css.note}>This scenario has no client load. Send a get or a put by hand.</p>
      </Section>
    );
  }
  const reads = agedVerdict(frame.settings.read_mode);
  const shown = Math.min(chosen, world.workloads.length - 1);
  const state = frame.workloads[shown];
  const workload = world.workloads[shown];
  return (
    <Section title="Latency by workload, ms">
      <WorkloadTable world={world} states={frame.workloads} columns={TIMES} name="Latency" rate />
      <WorkloadTable
        world={world}
        states={frame.workloads}
        columns={outcomesOf(frame.workloads, hushed)}
        reads={reads}
        name="Outcomes"
      />
      {!hushed && <Staleness world={world} states={frame.workloads} reads={reads} />}
      {world.workloads.length > 1 && (
        <SelectField
          label="Workload shown in the histogram"
          bare
          options={world.workloads.map((w) => ({
            value: String(w.index),
            label: `${w.id}: ${w.text}`,
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
  name: string;
  rate?: boolean;
}

function WorkloadTable(props: TableProps) {
  const { world, states, columns, reads = "stale", name, rate = false } = props;
  const width = columns.length + (rate ? 1 : 0);
  const roving = useRoving(width + states.length * (width + 1), width + 1);
  let place = 0;
  const tab = () => roving.tabIndexOf(place++);
  return (
    <Table rows="target" className={css.table} {...roving.group} caption={`${name} by workload`}>
      <thead>
        <tr>
          <th scope="col">{name === "Latency" ? "Workload" : "Requests"}</th>
          {columns.map((column) => (
            <th key={column.head} scope="col">
              <Explained text={column.text} tabIndex={tab()}>
                {column.head}
              </Explained>
            </th>
          ))}
          {rate && (
            <th scope="col">
              <Explained text={RATE_TEXT} tabIndex={tab()}>
                per s
              </Explained>
            </th>
          )}
        </tr>
      </thead>
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
                    text={`${workload.id}, ${column.head}. ${column.text}`}
                    tabIndex={tab()}
                  >
                    {column.value(state)}
                  </Explained>
                </td>
              ))}
              {rate && (
                <td>
                  <Explained text={`${workload.id}. ${RATE_TEXT}`} tabIndex={tab()}>
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

const RATE_TEXT = "Answered requests over the last second of simulated time.";

function workloadText(text: string, state: WorkloadState): string {
  const running = state.running ? "running" : "stopped";
  return `${text}; ${running}, ${formatCount(state.in_flight)} waiting for an answer.`;
}

/** Stale reads are said in words as well: how far behind the worst one was. */
function Staleness({
  world,
  states,
  reads,
}: Omit<Required<TableProps>, "columns" | "name" | "rate">) {
  const stale = world.workloads.filter((w) => (states[w.index]?.stale ?? 0) > 0);
  if (stale.length === 0) return null;
  return (
    <ul className={reads === "stale" ? css.alarms : css.safety}>
      {stale.map((w) => {
        const state = states[w.index];
        if (state === undefined) return null;
        return (
          <li key={w.id}>
            {w.id}: {formatCount(state.stale)} stale, by up to{" "}
            {formatDuration(state.max_staleness_us)}
            {reads === "past" && ", as this mode allows"}
          </li>
        );
      })}
    </ul>
  );
}
