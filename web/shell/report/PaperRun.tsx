/** The run of a report: what was done and expected, what happened, and its figures. */

import { t } from "@/language/words";
import { isSpoken, sayable } from "@/model/narration";
import { formatInstant } from "@/model/units";
import { logOf } from "@/session/session";
import { challengeTable } from "./challengeTable";
import { type FigureTable, figureTables } from "./figures";
import type { Gathered } from "./gather";
import { Actions, MapFigure } from "./Paper";

/** Of what happened, the last so many are told. */
const HIGHLIGHTS_MAX = 60;

interface RunProps {
  gathered: Gathered;
  /** What reads are worth is not told while a question waits for its answer. */
  hideVerdicts: boolean;
}

export function Run({ gathered: { report, state, prices, end }, hideVerdicts }: RunProps) {
  const { world, frame } = state;
  if (world === null || frame === null) return null;
  const isEnd = frame.now_us === world.duration_us;
  const actions = logOf(state.session);
  const { challenge } = report;
  return (
    <>
      {challenge !== undefined && (
        <section>
          <h2>{t("The challenge")}</h2>
          <Figures table={challengeTable(challenge)} />
        </section>
      )}
      <section>
        <h2>{t("What was done")}</h2>
        <Actions actions={actions} />
        {end !== null && end.refused.length > 0 && (
          <>
            <h3>{t("Actions refused")}</h3>
            <ul className="told">
              {end.refused.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <Happened state={state} hideVerdicts={hideVerdicts} />
      <section>
        <h2>{t("Figures")}</h2>
        <p className="small">
          {t("From 0 s to {now} of simulated time.", { now: formatInstant(frame.now_us) })}
        </p>
        <div className="tables">
          {figureTables({ world, frame, prices, hideVerdicts }).map((table) => (
            <Figures key={table.title} table={table} />
          ))}
        </div>
      </section>
      {end !== null && <Expected end={end} isEnd={isEnd} acts={actions.length} />}
      <section>
        <h2>{t("Pictures")}</h2>
        <MapFigure state={state} />
      </section>
    </>
  );
}

function Happened({ state, hideVerdicts }: { state: Gathered["state"]; hideVerdicts: boolean }) {
  const all = sayable(state.notables, hideVerdicts).filter(isSpoken);
  const highlights = all.slice(-HIGHLIGHTS_MAX);
  return (
    <section>
      <h2>{t("What happened")}</h2>
      {all.length === 0 && <p>{t("Nothing of note.")}</p>}
      {highlights.length < all.length && (
        <p className="small">
          {t("The last {most} of {all} notable facts.", { most: HIGHLIGHTS_MAX, all: all.length })}
        </p>
      )}
      <ol className="told">
        {highlights.map(({ id, at_us, text, alert }) => (
          <li key={id} className={alert ? "bad" : undefined}>
            <span className="at">{formatInstant(at_us)}</span> {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Figures({ table: { title, head, rows } }: { table: FigureTable }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          {head.map((name, place) =>
            name === "" ? (
              <td key="first" />
            ) : (
              <th key={name} scope="col" data-first={place === 0}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={place}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ExpectedProps {
  end: NonNullable<Gathered["end"]>;
  isEnd: boolean;
  acts: number;
}

/** As the page tells it: the scenario's own only of a run without actions, and all at its end. */
function Expected({ end: { expects, verdicts, own }, isEnd, acts }: ExpectedProps) {
  if (expects === 0 && own.length === 0) return null;
  const rows = isEnd ? [...(acts === 0 ? verdicts : []), ...own] : [];
  return (
    <section>
      <h2>{t("Expectations")}</h2>
      {!isEnd && <p>{t("They are judged at the end of the run; it has not come to it.")}</p>}
      {isEnd && acts > 0 && expects > 0 && (
        <p>
          {t(
            "{n, plural, one {# expectation} other {# expectations}} of the scenario not checked, because you changed the run.",
            { n: expects },
          )}
        </p>
      )}
      <ul className="told">
        {rows.map(({ line, met }) => (
          <li key={line} className={met ? "good" : "bad"}>
            {met ? t("✓ Met: ") : t("✗ Not met: ")}
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
