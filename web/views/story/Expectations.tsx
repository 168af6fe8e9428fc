/**
 * What is expected of a run at its end: each bound with its figure and limit in the words of the
 * command line, met or not by sign and colour, with the way to the moment that decided it; and what
 * the person expects, to be taken back. Must not know how anything is judged.
 */

import { formatInstant, plural } from "@/lib/units";
import type { EndOfRun as End } from "@/protocol/engine";
import type { Expectation } from "@/store/session";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import css from "./story.module.css";

type Verdict = End["own"][number];

/** Null: the end is not reached. */
export function Expectations({ end }: { end: End | null }) {
  const own = useSim((state) => state.session?.expects ?? NONE);
  const acts = useSim((state) => state.session?.actions.length ?? 0);
  const endUs = useSim((state) => state.world?.duration_us ?? 0);
  const ofScenario = end?.expects ?? 0;
  if (ofScenario === 0 && own.length === 0) return null;
  return (
    <Section title={end === null ? "Expectations" : "Expectations at the end of the run"}>
      {acts > 0 && ofScenario > 0 && (
        <p className={css.hint}>
          {`${plural(ofScenario, "expectation")} of the scenario not judged: they speak of the run without actions.`}
        </p>
      )}
      {end === null && (
        <p className={css.hint}>Judged at the end of the run, at {formatInstant(endUs)}.</p>
      )}
      <ul className={css.told}>
        {acts === 0 &&
          end?.verdicts.map((verdict) => <Line key={verdict.line} verdict={verdict} />)}
        {own.map((expected, place) => (
          <Own key={textOf(expected)} expected={expected} verdict={end?.own[place]} />
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
        {line}
        {at_us !== null && (
          <Button small kind="quiet" onClick={() => void sim.seek(at_us)}>
            To {formatInstant(at_us)}
          </Button>
        )}
      </span>
    </li>
  );
}

interface OwnProps {
  expected: Expectation;
  verdict: Verdict | undefined;
}

function Own({ expected, verdict }: OwnProps) {
  const text = textOf(expected);
  return (
    <li data-met={verdict?.met}>
      <BadgeMark shape={verdict === undefined ? "clock" : verdict.met ? "tick" : "cross"} />
      <span>
        {verdict?.line ?? text}{" "}
        <Button
          small
          kind="quiet"
          aria-label={`Expect no more: ${text}`}
          onClick={() => sim.unexpect(expected)}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

/** As the file has it: until the engine has judged it there are no other words. */
function textOf({ metric, at_most, at_least }: Expectation): string {
  return at_most === undefined ? `${metric} at least ${at_least}` : `${metric} at most ${at_most}`;
}
