/** Logs with vector clocks and logs of servers: their lanes, and the lines that are in none. */

import { useMemo, useState } from "react";
import type { ClockLog } from "@/engine/clocks";
import type { RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import { officesOf } from "@/model/series/committed";
import { clockTrace, problemWords } from "@/model/traces/clockTrace";
import { roleTrace, utc } from "@/model/traces/roleTrace";
import { heldTogether, leadersOf, type RunRoles, withRun } from "@/model/traces/runBeside";
import type { Trace } from "@/model/traces/trace";
import { simStore } from "@/session/simStore";
import { CheckField, SelectField } from "@/ui/Fields";
import { Fold } from "@/ui/Section";
import { Legend } from "./Legend";
import { TraceShown } from "./TraceShown";
import css from "./traces.module.css";

const NO_PART: readonly number[] = [];

interface ClockLogShownProps {
  log: ClockLog;
  execution: number;
  onExecution: (execution: number) => void;
}

export function ClockLogShown({ log, execution, onExecution }: ClockLogShownProps) {
  const trace = useMemo(() => clockTrace(log), [log]);
  const { hosts, texts, arrows, executions, problems, problemCount } = log;
  return (
    <TraceShown
      label={t("{n, plural, one {# event} other {# events}} in lanes of their hosts", {
        n: texts.length,
      })}
      trace={trace}
      part={NO_PART}
      mayFold
      head={
        <div className={css.verdict} role="status">
          <strong>
            {t(
              "{events, plural, one {# event} other {# events}} on {hosts, plural, one {# host} other {# hosts}}, {arrows, plural, one {# message} other {# messages}}.",
              { events: texts.length, hosts: hosts.length, arrows: arrows.from.length },
            )}
          </strong>
          <span className="quiet">{t("An event is to the right of all that it depends on.")}</span>
          {executions.length > 1 && (
            <SelectField
              label={t("Execution")}
              options={executions.map((label, place) => ({ value: String(place), label }))}
              value={String(execution)}
              onChange={(place) => onExecution(Number(place))}
            />
          )}
        </div>
      }
      beside={() => (
        <Lines
          title={t("Lines with a problem")}
          count={problemCount}
          lines={problems.map(({ line, problem, found }) => ({
            place: String(line),
            words: problemWords(problem, found),
          }))}
        />
      )}
    />
  );
}

export function RoleLogShown({ log, names }: { log: RoleLog; names: readonly string[] }) {
  const own = useMemo(() => roleTrace(log, names), [log, names]);
  const { trace, field } = useBesideRun(log, own);
  const { members, events, system, listed, others, damaged } = log;
  const lines = (isDamaged: boolean) =>
    listed
      .filter((line) => line.is_damaged === isDamaged)
      .map(({ file, line, text }) => ({
        place: names.length > 1 ? `${names[file] ?? ""}:${line}` : String(line),
        words: text,
      }));
  return (
    <TraceShown
      label={t("Roles of {n, plural, one {# member} other {# members}} in lanes", {
        n: members.length,
      })}
      trace={trace}
      part={NO_PART}
      mayFold
      head={
        <>
          <div className={css.verdict} role="status">
            <strong>
              {t(
                "A log of {system}: {events, plural, one {# line} other {# lines}} about the roles of {members, plural, one {# member} other {# members}}.",
                { system: system ?? "", events: events.length, members: members.length },
              )}
            </strong>
          </div>
          {field}
          <Legend of="roles" trace={trace} />
        </>
      }
      beside={() => (
        <>
          <Lines title={t("Lines that could not be read")} count={damaged} lines={lines(true)} />
          <Lines title={t("Lines about other things")} count={others} lines={lines(false)} />
        </>
      )}
    />
  );
}

interface LinesProps {
  title: string;
  count: number;
  lines: readonly { place: string; words: string }[];
}

function Lines({ title, count, lines }: LinesProps) {
  if (count === 0) return null;
  return (
    <Fold title={title} note={String(count)} later>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
      <ul className={css.lines} aria-label={title} tabIndex={0}>
        {lines.map(({ place, words }) => (
          <li key={`${place} ${words}`}>
            <b>{t("line {line}", { line: place })}</b> <span>{words}</span>
          </li>
        ))}
      </ul>
      {lines.length < count && (
        <p className="quiet">
          {t("{n, plural, one {# more is} other {# more are}} not listed.", {
            n: count - lines.length,
          })}
        </p>
      )}
    </Fold>
  );
}

/** The log's trace, with the run's lanes while they are asked for, and what asks for them. */
function useBesideRun(log: RoleLog, trace: Trace) {
  // Of the moment at which the log was opened: the run stands still behind the dialog.
  const [run] = useState(rolesOfRun);
  const leaders = useMemo(() => leadersOf(log), [log]);
  const office = run === null ? -1 : heldTogether(leaders, run);
  const [isBeside, setBeside] = useState(false);
  const [held, hold] = useState(Math.max(0, office));
  const atUs = leaders[held]?.atUs;
  const both = useMemo(
    () =>
      run === null || !isBeside || atUs === undefined
        ? trace
        : withRun(trace, run, { office, atUs }),
    [run, isBeside, atUs, trace, office],
  );
  if (run === null || office < 0) return { trace, field: null };
  const field = (
    <div className={css.beside}>
      <CheckField
        label={t("Leaders of the open run beside it")}
        checked={isBeside}
        onChange={setBeside}
      />
      {isBeside && leaders.length > 1 && (
        <SelectField
          label={t("Its leader of term {term} begins at", { term: run.offices[office]?.term ?? 0 })}
          options={leaders.map(({ atUs: us, member, term }, place) => ({
            value: String(place),
            label: t("{at}, {member} in term {term}", { at: utc(us).slice(11, 23), member, term }),
          }))}
          value={String(held)}
          onChange={(place) => hold(Number(place))}
        />
      )}
    </div>
  );
  return { trace: both, field };
}

/** Null where no run is open, or nobody has led in it. */
function rolesOfRun(): RunRoles | null {
  const { world, frame, series, range } = simStore.getState();
  if (world === null || frame === null) return null;
  const stores = world.nodes.filter(({ kind }) => kind === "store");
  const laneOf = new Map(stores.map(({ index }, lane) => [index, lane]));
  const offices = officesOf(series.leads, range, frame.now_us).flatMap((office) => {
    const node = laneOf.get(office.node);
    return node === undefined ? [] : [{ ...office, node }];
  });
  return offices.length === 0 ? null : { stores: stores.map(({ id }) => id), offices };
}
