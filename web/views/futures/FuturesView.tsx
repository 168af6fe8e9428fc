/** What else could have happened from this instant on: the run with other draws of chance. */

import { scaleLinear } from "d3-scale";
import { useState } from "react";
import { useStore } from "zustand";
import type { Chance } from "@/engine/lens";
import { msg, t, translate } from "@/language/words";
import { percentText } from "@/model/percent";
import { inUnit } from "@/model/reportFigures";
import { formatMoment } from "@/model/units";
import { endFutures, playFutures, questionHere } from "@/session/futures/futures";
import {
  CHANCES,
  type Compared,
  type Blame as Found,
  type FuturesState,
  futuresStore,
  type Under,
} from "@/session/futures/futuresState";
import { isSameRun } from "@/session/modes/modesState";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { CheckField, SelectField } from "@/ui/Fields";
import pane from "@/ui/Pane.module.css";
import { Table } from "@/ui/Table";
import { TipArea } from "@/ui/TipArea";
import css from "./futures.module.css";
import { NoReturnPicture } from "./NoReturnPicture";
import { Outcomes } from "./Outcomes";
import { Strips } from "./Strips";
import { binsOf, figureOf, mostOpen, percentile } from "./shares";
import { useIntoView } from "./useIntoView";

export function FuturesView() {
  const state = useStore(futuresStore);
  const session = useSim((run) => run.session);
  const isHere = session !== null && isSameRun(state.question?.session ?? null, session);
  return (
    <TipArea className={pane.pane} side="top">
      <AskFutures under={state.under} />
      {state.failure !== "" && (
        <p className="bad strip" role="alert">
          {translate(state.failure)}
        </p>
      )}
      {isHere && state.own !== null ? <Known state={state} /> : <Explanation />}
    </TipArea>
  );
}

function Explanation() {
  return (
    <Empty>
      {t(
        "This run is one of many that could have come of this instant. Played again with other delays, losses, election timeouts and arrivals, it says how often each outcome comes. Each future can be opened as a branch.",
      )}
    </Empty>
  );
}

function Known({ state }: { state: FuturesState }) {
  const { question, outcomes, played, noReturn, blame } = state;
  const [chosen, choose] = useState<string | null>(null);
  const known = outcomes.findIndex(({ id }) => id === chosen);
  const place = known >= 0 ? known : mostOpen(state.shares);
  if (question === null) return null;
  const { atUs, endUs } = question;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Other futures")} tabIndex={0}>
      <p className="strip">
        {t(
          "{n, plural, one {# future} other {# futures}} of {from}, each played to {until}. What happened before {from} is the same in all.",
          { n: played.length, from: formatMoment(atUs), until: formatMoment(endUs) },
        )}
      </p>
      <div className={css.known}>
        <div>
          <Outcomes state={state} chosen={place} onChoose={choose} />
          {noReturn !== null && noReturn.outcome === place && (
            <NoReturnPicture noReturn={noReturn} outcome={outcomes[place]?.text ?? ""} />
          )}
          {blame !== null && blame.outcome === place && (
            <Blame blame={blame} outcome={outcomes[place]?.text ?? ""} />
          )}
        </div>
        <div>
          <Strips state={state} outcome={place} question={question} />
          <Spread state={state} />
        </div>
      </div>
    </section>
  );
}

function Blame({ blame, outcome }: { blame: Found; outcome: string }) {
  const { rows, runs } = blame;
  const shown = useIntoView<HTMLElement>();
  return (
    <section ref={shown} className={css.noReturn} aria-label={t("What changes its share")}>
      <h3>{t("What changes how often it comes: {outcome}", { outcome: translate(outcome) })}</h3>
      {rows.length === 0 ? (
        <p>{t("No act came before it, and no other variant has other switches.")}</p>
      ) : (
        <Table
          rows="dense"
          className={css.outcomes}
          caption={t("Shares with one thing changed")}
          heads={[
            t("Changed"),
            t("As it is"),
            t("Changed, it comes in"),
            {
              name: t("Difference"),
              text: t(
                "The share with the change less the share without it, with 95 %. Both are played under the same {runs} draws, from before the change on.",
                { runs },
              ),
            },
          ]}
        >
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.text} ${row.atUs}`} row={row} runs={runs} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Row({ row, runs }: { row: Compared; runs: number }) {
  const { text, atUs, came, cameChanged, difference } = row;
  const [low, high] = difference;
  return (
    <tr data-certain={low > 0 || high < 0}>
      <th scope="row">{translate(text)}</th>
      <td>{t("{came} of {runs}", { came, runs })}</td>
      <td>
        {t("{came} of {runs}", { came: cameChanged, runs })}{" "}
        <span className="quiet">{t("from {at}", { at: formatMoment(atUs) })}</span>
      </td>
      <td>{t("{low} to {high}", { low: percentText(low), high: percentText(high) })}</td>
    </tr>
  );
}

const WIDTH = 420;
const HEIGHT = 64;
const FOOT = 18;

function Spread({ state }: { state: FuturesState }) {
  const proof = useSim(({ world }) => world?.conclusion?.figure);
  const { own, played } = state;
  const figures = played.map(figureOf).filter((figure) => figure !== undefined);
  if (proof === undefined || own === null || figures.length === 0) return null;
  const sorted = [...figures].sort((a, b) => a - b);
  const text = (figure: number | undefined): string => inUnit(figure, proof.unit) ?? "–";
  const ownFigure = figureOf(own);
  const bins = binsOf(figures);
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return null;
  const x = scaleLinear(
    [Math.min(first.from, ownFigure ?? first.from), Math.max(last.to, ownFigure ?? last.to)],
    [0, WIDTH],
  );
  const tall = scaleLinear([0, Math.max(...bins.map(({ count }) => count))], [0, HEIGHT]);
  if (sorted[0] === sorted.at(-1) && ownFigure === sorted[0])
    return (
      <p className={css.figure}>
        {t("{figure}: {own} in every future and in this run.", {
          figure: translate(proof.label),
          own: text(ownFigure),
        })}
      </p>
    );
  return (
    <figure className={css.figure}>
      <figcaption>
        {t("{figure}: half of the futures from {low} to {high}, this run {own}.", {
          figure: translate(proof.label),
          low: text(percentile(sorted, 25)),
          high: text(percentile(sorted, 75)),
          own: text(ownFigure),
        })}
      </figcaption>
      <svg
        className={css.spread}
        viewBox={`-2 -4 ${WIDTH + 4} ${HEIGHT + FOOT + 4}`}
        data-chart="futures-figure"
        aria-hidden="true"
      >
        {bins.map(({ from, to, count }) => (
          <rect
            key={from}
            className={css.bin}
            x={x(from)}
            width={Math.max(1, x(to) - x(from) - 1)}
            y={HEIGHT - tall(count)}
            height={tall(count)}
          />
        ))}
        <line className="drawn-line" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {ownFigure !== undefined && (
          <line className={css.own} x1={x(ownFigure)} x2={x(ownFigure)} y1={-4} y2={HEIGHT} />
        )}
        <text className="drawn-words" y={HEIGHT + 14}>
          {text(sorted[0])}
        </text>
        <text className="drawn-words" x={WIDTH} y={HEIGHT + 14} textAnchor="end">
          {text(sorted.at(-1))}
        </text>
      </svg>
    </figure>
  );
}

/** Seconds; "" = to where the scenario ends. */
const SPANS = [
  { value: "2", label: "2 s" },
  { value: "5", label: "5 s" },
  { value: "10", label: "10 s" },
  { value: "", label: msg("to the end") },
];
const COUNTS = ["50", "200", "1000"].map((value) => ({ value, label: value }));

const CHANCE_WORDS: Record<Chance, string> = {
  network: msg("delays and losses"),
  elections: msg("election timeouts"),
  arrivals: msg("when clients ask"),
  service: msg("times of work"),
};

function AskFutures({ under }: { under: Under | null }) {
  const nowUs = useSim(({ frame }) => frame?.now_us ?? 0);
  const [span, setSpan] = useState("5");
  const [count, setCount] = useState("200");
  const [of, setOf] = useState<readonly Chance[]>(CHANCES);
  const ask = (): void => {
    // What is asked about shall still be shown when the answer comes.
    sim.pause();
    const question = questionHere(
      { of, count: Number(count) },
      span === "" ? null : Number(span) * 1e6,
    );
    if (question !== null) void playFutures(question);
  };
  const spans = SPANS.map(({ value, label }) => ({ value, label: t(label) }));
  const toggle = (one: Chance, isOn: boolean): void =>
    setOf(CHANCES.filter((kind) => (kind === one ? isOn : of.includes(kind))));
  return (
    <div className={css.ask}>
      <SelectField label={t("Futures")} options={COUNTS} value={count} onChange={setCount} />
      <SelectField label={t("Played for")} options={spans} value={span} onChange={setSpan} />
      {under === null ? (
        <Button small kind="primary" disabled={of.length === 0} onClick={ask}>
          {t("Play the futures of {at}", { at: formatMoment(nowUs) })}
        </Button>
      ) : (
        <>
          <progress aria-label={t("Futures played")} value={under.done} max={under.of} />
          <span className="quiet" role="status">
            {t("{done} of {n, plural, one {# future} other {# futures}}", {
              done: under.done,
              n: under.of,
            })}
          </span>
          <Button small onClick={endFutures}>
            {t("Cancel")}
          </Button>
        </>
      )}
      <fieldset className={css.chances}>
        <legend className="quiet">{t("Drawn anew")}</legend>
        {CHANCES.map((one) => (
          <CheckField
            key={one}
            label={t(CHANCE_WORDS[one])}
            checked={of.includes(one)}
            onChange={(isOn) => toggle(one, isOn)}
          />
        ))}
      </fieldset>
    </div>
  );
}
