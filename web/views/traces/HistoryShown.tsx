/** A history of clients: the verdict, its lanes, and the smallest part that no order explains. */

import { useMemo } from "react";
import type { HistoryAnswer } from "@/engine/lens";
import { t } from "@/language/words";
import { didWhat, historyTrace, placeOf, whyNoOrder } from "@/model/traces/historyTrace";
import { Fold, Section } from "@/ui/Section";
import { Legend } from "./Legend";
import { TraceShown } from "./TraceShown";
import css from "./traces.module.css";

interface HistoryShownProps {
  answer: HistoryAnswer;
  names: readonly string[];
}

/** Operations of a part that are listed: the first and the last tell. */
const SHOWN_MAX = 40;
const NO_PART: readonly number[] = [];

export function HistoryShown({ answer, names }: HistoryShownProps) {
  const { offence, operations } = answer;
  const trace = useMemo(() => historyTrace(answer, names), [answer, names]);
  if (operations.length === 0) return <Verdict answer={answer} />;
  return (
    <TraceShown
      label={t("{n, plural, one {# operation} other {# operations}} in lanes of their processes", {
        n: operations.length,
      })}
      trace={trace}
      part={offence?.part ?? NO_PART}
      mayFold={false}
      head={
        <>
          <Verdict answer={answer} />
          <Legend of="history" trace={trace} hasPart={offence !== null} />
        </>
      }
      beside={(select, selected) => (
        <>
          {offence !== null && (
            <Part answer={answer} names={names} select={select} selected={selected} />
          )}
          <NotJudged answer={answer} />
        </>
      )}
    />
  );
}

function Verdict({ answer }: { answer: HistoryAnswer }) {
  const { verdict, operations, keys, given_up, passed_over } = answer;
  const values = { operations: operations.length, keys: keys.length, n: given_up };
  const words = {
    linearizable: t("Linearizable: one order explains what all clients saw."),
    not_linearizable: t("Not linearizable: no order explains what clients saw."),
    not_known: t(
      "Not known: the search for an order gave up on {n, plural, one {# key} other {# keys}}.",
      values,
    ),
    nothing: t(
      "Linearizable: no operation may have happened, so there is nothing to put in order.",
    ),
  }[verdict];
  return (
    <div className={css.verdict} data-verdict={verdict} role="status">
      <strong>{words}</strong>
      <span className="quiet">
        {t("{operations, plural, one {# operation} other {# operations}}", values)}
        {" · "}
        {t("{keys, plural, one {# key} other {# keys}}", values)}
        {passed_over > 0 && " · "}
        {passed_over > 0 &&
          t("{n, plural, one {# line} other {# lines}} of no client passed over", {
            n: passed_over,
          })}
      </span>
    </div>
  );
}

interface PartProps extends HistoryShownProps {
  select: (mark: number) => void;
  selected: number | null;
}

function Part({ answer, names, select, selected }: PartProps) {
  const { offence, operations, keys } = answer;
  if (offence === null) return null;
  const key = keys[offence.key] ?? "";
  const counts = { left: offence.part.length, of: offence.of };
  const hidden = Math.max(0, offence.part.length - SHOWN_MAX);
  return (
    <Section title={t("The smallest part without an order")}>
      <p>{whyNoOrder(answer)}</p>
      <ol className={css.part} aria-label={t("Operations without an order")}>
        {offence.part.map((place, at) => {
          const operation = operations[place];
          if (at === SHOWN_MAX / 2 && hidden > 0)
            return (
              <li key={place} className="quiet">
                {t("{n, plural, one {# more is} other {# more are}} not listed.", { n: hidden })}
              </li>
            );
          if (at >= SHOWN_MAX / 2 && at < SHOWN_MAX / 2 + hidden) return null;
          return (
            operation !== undefined && (
              <li key={place}>
                <button
                  type="button"
                  aria-pressed={place === selected}
                  onClick={() => select(place)}
                >
                  {didWhat(operation)}
                  <span className="quiet">
                    {t("line {line}", { line: placeOf(operation, names) })}
                  </span>
                </button>
              </li>
            )
          );
        })}
      </ol>
      <p className="quiet">
        {key === ""
          ? t("{left} of {of} operations.", counts)
          : t("{left} of {of} operations on key {key}.", { ...counts, key })}{" "}
        {!offence.is_smallest && t("Perhaps fewer would show it: the search for them gave up.")}
      </p>
    </Section>
  );
}

/** What the engine says is not judged, in its own words. */
function NotJudged({ answer: { notes } }: { answer: HistoryAnswer }) {
  if (notes.length === 0) return null;
  return (
    <Fold title={t("Not judged")} note={String(notes.length)} open>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
      <ul className={css.lines} lang="en" aria-label={t("Not judged")} tabIndex={0}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Fold>
  );
}
