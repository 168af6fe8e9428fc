/** What is asked: from this instant on, how long, how many, and what is drawn anew. */

import { useState } from "react";
import type { Chance } from "@/engine/lens";
import { msg, t } from "@/language/words";
import { formatMoment } from "@/model/units";
import { endFutures, playFutures, questionHere } from "@/session/futures/futures";
import { CHANCES, type Under } from "@/session/futures/futuresState";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { CheckField, SelectField } from "@/ui/Fields";
import css from "./futures.module.css";

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

export function AskFutures({ under }: { under: Under | null }) {
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
