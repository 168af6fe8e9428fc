/** The read mode: a chart that is the control, with what was measured of each mode. */

import { useId } from "react";
import { useStore } from "zustand";
import type { Frame, OpKind, ReadMode, ReadModeInfo, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { OP_INFO } from "@/model/ops";
import { formatBytes, formatCount, formatDuration, formatInstant } from "@/model/units";
import { agedVerdict, VERDICT_SHAPES } from "@/model/verdicts";
import type { ModeFigures } from "@/session/modes/figures";
import { measureModes } from "@/session/modes/measureModes";
import { areOfRun, modesStore } from "@/session/modes/modesState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { pressed } from "@/session/trying";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Section } from "@/ui/Section";
import { TipArea } from "@/ui/TipArea";
import { ReadsInDetail } from "./Rows";
import { type ChartScales, groupsOf, scalesOf } from "./readChart";
import css from "./readModes.module.css";

const LATENCY_PX = 76;
const BYTES_PX = 34;
const ROW_PX = 14;
const DOT_PX = 2.5;

type Measured = ReadonlyMap<ReadMode, ModeFigures>;

export function ReadModes() {
  const modes = useSim((state) => state.world?.read_modes ?? NONE);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  const promiseId = useId();
  const group = useId();
  const measured = useMeasured();
  const isRead = useSim(({ world, frame }) => reads(world, frame));
  if (mode === undefined || !isRead) return null;
  const scales = scalesOf([...measured.values()], LATENCY_PX, BYTES_PX);
  const chosen = modes.find(({ id }) => id === mode);
  return (
    <Section title={t("Who answers a read?")} aside={<Measure />}>
      <TipArea side="right">
        <div
          role="radiogroup"
          aria-label={t("Read mode")}
          aria-describedby={promiseId}
          className={css.chart}
          data-measured={scales !== null}
        >
          {scales !== null && <Head scales={scales} />}
          {groupsOf(modes).map(({ id, title, modes: members }) => (
            <div key={id} className={css.group}>
              <h3>{t(title)}</h3>
              {members.map((one) => (
                <Row
                  key={one.id}
                  info={one}
                  group={group}
                  isChosen={one.id === mode}
                  figures={measured.get(one.id)}
                  scales={scales}
                />
              ))}
            </div>
          ))}
        </div>
      </TipArea>
      {chosen !== undefined && (
        <p id={promiseId} className={cx("dense", !chosen.linearizable && "bad")}>
          {translate(chosen.promise)} <span className="small">{translate(chosen.cost)}</span>
        </p>
      )}
      <ReadsInDetail />
    </Section>
  );
}

const NONE: readonly ReadModeInfo[] = [];

/** Where nobody reads there is nothing to choose. */
function reads(world: World | null, frame: Frame | null): boolean {
  const isRead = ({ op }: { op: OpKind }) => OP_INFO[op].reads;
  return (world?.workloads.some(isRead) || frame?.requests.some(isRead)) ?? false;
}

/** What is known of each mode in this run; nothing that was measured before somebody acted. */
function useMeasured(): Measured {
  const state = useStore(modesStore);
  const session = useSim((sim) => sim.session);
  const hideVerdicts = usePage((sim) => sim.hideVerdicts);
  if (session === null || hideVerdicts || !areOfRun(state, session, state.untilUs)) return NOTHING;
  return new Map(
    state.rows.flatMap(({ mode, figures }) => (figures === undefined ? [] : [[mode, figures]])),
  );
}

const NOTHING: Measured = new Map();

/** Runs them; says up to where they have been run. */
function Measure() {
  const { working, untilUs, rows } = useStore(modesStore);
  const measured = useMeasured();
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  if (hideVerdicts) return null;
  if (working) {
    const there = rows.filter(({ us, refusal }) => us === untilUs || refusal !== "").length;
    return (
      <span className="small" role="status">
        {t("{n} of {all} run…", { n: there, all: rows.length })}
      </span>
    );
  }
  if (measured.size > 0 && untilUs === nowUs) {
    return (
      <span className="small">{t("until {instant}", { instant: formatInstant(untilUs) })}</span>
    );
  }
  return (
    <Button
      small
      disabled={nowUs === 0}
      aria-label={t("Measure each read mode on this run")}
      onClick={() => pressed(measureModes)}
    >
      {measured.size > 0 ? t("Measure again") : t("Measure each")}
    </Button>
  );
}

function Head({ scales }: { scales: ChartScales }) {
  const [from = 0, to = 0] = scales.latency.domain();
  const [, most = 0] = scales.bytes.domain();
  return (
    <div className={css.head} aria-hidden>
      <span className={css.over}>{t("p50 to p99, log scale")}</span>
      <span className={css.over}>{t("across")}</span>
      <span className={css.ends} style={{ width: LATENCY_PX }}>
        <span>{formatDuration(from)}</span>
        <span>{formatDuration(to)}</span>
      </span>
      <span className={css.ends}>{formatBytes(most)}</span>
    </div>
  );
}

interface RowProps {
  info: ReadModeInfo;
  group: string;
  isChosen: boolean;
  figures: ModeFigures | undefined;
  scales: ChartScales | null;
}

function Row({ info, group, isChosen, figures, scales }: RowProps) {
  const textId = useId();
  return (
    <label
      className={css.row}
      data-mode={info.id}
      data-tip={`${translate(info.promise)} ${translate(info.cost)}`}
    >
      <input
        type="radio"
        className="over-label"
        name={group}
        aria-label={translate(info.label)}
        aria-describedby={textId}
        checked={isChosen}
        onChange={() => void sim.act({ do: "set", settings: { read_mode: info.id } })}
      />
      <span className={css.name}>
        {translate(info.label)}
        {figures !== undefined && figures.stale > 0 && (
          <span className={css.aged} data-verdict={agedVerdict(info.id)}>
            <BadgeMark shape={VERDICT_SHAPES[agedVerdict(info.id)]} /> {formatCount(figures.stale)}
          </span>
        )}
      </span>
      {figures !== undefined && scales !== null && (
        <>
          <Latencies figures={figures} scales={scales} />
          <Crossed figures={figures} scales={scales} />
        </>
      )}
      {figures === undefined && scales !== null && (
        <span className={css.none}>{t("not run here")}</span>
      )}
      <span id={textId} className="sr-only">
        {figures === undefined ? translate(info.promise) : wordsOf(figures)}
      </span>
    </label>
  );
}

interface PartProps {
  figures: ModeFigures;
  scales: ChartScales;
}

/** A dot where half of the reads are answered, and a line to where 99 of 100 are. */
function Latencies({ figures, scales: { latency } }: PartProps) {
  const { p50_us, p99_us } = figures;
  return (
    <svg width={LATENCY_PX + 2 * DOT_PX} height={ROW_PX} className={css.latencies} aria-hidden>
      <g transform={`translate(${DOT_PX},${ROW_PX / 2})`}>
        {latency.ticks(1).map((us) => (
          <line key={us} className={css.tick} x1={latency(us)} x2={latency(us)} y1={-20} y2={20} />
        ))}
        {p50_us !== undefined && p99_us !== undefined && (
          <>
            <line className={css.span} x1={latency(p50_us)} x2={latency(p99_us)} />
            <circle cx={latency(p50_us)} r={DOT_PX} />
          </>
        )}
        {p50_us === undefined && (
          <text className={css.none} dy="0.32em">
            {t("no answer")}
          </text>
        )}
      </g>
    </svg>
  );
}

function Crossed({ figures, scales: { bytes } }: PartProps) {
  const width = bytes(figures.bytes_per_read ?? 0);
  return (
    <svg width={BYTES_PX} height={ROW_PX} aria-hidden>
      <rect className={css.crossed} width={Math.max(1, width)} y={3} height={ROW_PX - 6} />
    </svg>
  );
}

/** The row for those who cannot see it. */
function wordsOf(figures: ModeFigures): string {
  const { p50_us, p99_us, bytes_per_read, stale, failed } = figures;
  const parts = [
    p50_us === undefined || p99_us === undefined
      ? t("no read was answered")
      : t("half within {p50}, 99 of 100 within {p99}", {
          p50: formatDuration(p50_us),
          p99: formatDuration(p99_us),
        }),
    t("{bytes} between zones for each read", { bytes: formatBytes(bytes_per_read ?? 0) }),
    ...(stale > 0 ? [t("{n} stale", { n: formatCount(stale) })] : []),
    ...(failed > 0 ? [t("{n} failed", { n: formatCount(failed) })] : []),
  ];
  return t("{facts}.", { facts: parts.join(t(", ")) });
}
