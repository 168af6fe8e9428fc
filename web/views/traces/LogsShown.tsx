/** Logs with vector clocks and logs of servers: their lanes, and the lines that are in none. */

import { useMemo } from "react";
import type { ClockLog } from "@/engine/clocks";
import type { RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import { clockTrace, problemWords } from "@/model/traces/clockTrace";
import { roleTrace } from "@/model/traces/roleTrace";
import { SelectField } from "@/ui/Fields";
import { Fold } from "@/ui/Section";
import { useBesideRun } from "./BesideRun";
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
