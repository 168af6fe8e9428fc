/** What is told of a run at its end: a line for each bound; and which actions could not be done. */

import { useEffect, useState } from "react";
import type { EndOfRun as End } from "@/engine/types";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { formatInstant } from "@/model/units";
import { type Expectation, logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import css from "./story.module.css";

export function EndOfRun() {
  const session = useSim((state) => state.session);
  const endUs = useSim((state) => state.world?.duration_us ?? 0);
  const isEnd = useSim(({ frame, world }) => frame?.now_us === world?.duration_us);
  // Only what was refused may be told before the end: it is asked for anew when there is more.
  const moment = useSim(({ frame }) => (isEnd ? frame?.digest : `${frame?.refused}`));
  const [end, setEnd] = useState<{ moment: string; fetched: Fetched<End> } | null>(null);
  useEffect(() => {
    if (session === null || moment === undefined) return;
    let isWanted = true;
    void sim
      .endOfRun(session, isEnd ? endUs : null, () => isWanted)
      .then((fetched) => {
        if (isWanted && fetched !== undefined) setEnd({ moment, fetched });
      });
    return () => {
      isWanted = false;
    };
  }, [session, moment, isEnd, endUs]);
  if (end === null || end.moment !== moment) {
    return isEnd ? (
      <p className="hint">{t("The run is being judged…")}</p>
    ) : (
      <Expectations end={null} isEnd={false} />
    );
  }
  if (!end.fetched.ok) return <p className="hint">{end.fetched.message}</p>;
  const { refused } = end.fetched.value;
  return (
    <>
      <Expectations end={end.fetched.value} isEnd={isEnd} />
      {refused.length > 0 && (
        <Section title={t("Actions refused")}>
          <ul className={css.told}>
            {refused.map((line) => (
              <li key={line}>
                <BadgeMark shape="barred" />
                <span>{translate(line)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type Verdict = End["own"][number];

interface ExpectationsProps {
  /** Null: not told yet. Before the run's end it says what is asked for. */
  end: End | null;
  isEnd: boolean;
}

function Expectations({ end, isEnd }: ExpectationsProps) {
  const own = useSim((state) => state.session?.expects ?? NONE);
  const acts = useSim((state) => logOf(state.session).length);
  const endUs = useSim((state) => state.world?.duration_us ?? 0);
  const ofScenario = end?.expects ?? 0;
  if (ofScenario === 0 && own.length === 0) return null;
  return (
    <Section title={isEnd ? t("Expectations at the end of the run") : t("Expectations")}>
      {acts > 0 && ofScenario > 0 && (
        <p className="hint">
          {t(
            "{n, plural, one {# expectation} other {# expectations}} of the scenario not checked, because you changed the run.",
            { n: ofScenario },
          )}
        </p>
      )}
      {!isEnd && (
        <p className="hint">
          {t("Judged at the end of the run, at {instant}.", { instant: formatInstant(endUs) })}
        </p>
      )}
      <ul className={css.told}>
        {isEnd &&
          acts === 0 &&
          end?.verdicts.map((verdict) => <Line key={verdict.line} verdict={verdict} />)}
        {own.map((expected, place) => (
          <Own key={textOf(expected)} expected={expected} judged={end?.own[place]} isEnd={isEnd} />
        ))}
      </ul>
    </Section>
  );
}

const NONE: readonly Expectation[] = [];

function Line({ verdict: { met, line, at_us } }: { verdict: Verdict }) {
  return (
    <li data-met={met}>
      <BadgeMark shape={met ? "tick" : "cross"} />
      <span>
        {translate(line)}
        <ToMoment at_us={at_us} />
      </span>
    </li>
  );
}

/** The way to what decided it, where one instant did. */
function ToMoment({ at_us }: { at_us: number | null | undefined }) {
  if (at_us === null || at_us === undefined) return null;
  return (
    <Button small kind="quiet" onClick={() => void sim.seek(at_us)}>
      {t("To {instant}", { instant: formatInstant(at_us) })}
    </Button>
  );
}

interface OwnProps {
  expected: Expectation;
  judged: Verdict | undefined;
  isEnd: boolean;
}

function Own({ expected, judged, isEnd }: OwnProps) {
  const text = judged === undefined ? textOf(expected) : translate(judged.asks);
  const verdict = isEnd ? judged : undefined;
  return (
    <li data-met={verdict?.met}>
      <BadgeMark shape={verdict === undefined ? "clock" : verdict.met ? "tick" : "cross"} />
      <span>
        {verdict === undefined ? text : translate(verdict.line)} <ToMoment at_us={verdict?.at_us} />
        <Button
          small
          kind="quiet"
          aria-label={t("Expect no more: {text}", { text })}
          onClick={() => sim.unexpect(expected)}
        >
          {t("Remove")}
        </Button>
      </span>
    </li>
  );
}

/** As the file has it, for the instant until the engine has said it in words. */
function textOf({ metric, at_most, at_least }: Expectation): string {
  return at_most === undefined
    ? t("{metric} at least {limit}", { metric, limit: String(at_least) })
    : t("{metric} at most {limit}", { metric, limit: String(at_most) });
}
