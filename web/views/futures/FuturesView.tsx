/** What else could have happened from this instant on: the run with other draws of chance. */

import { useState } from "react";
import { useStore } from "zustand";
import { t, translate } from "@/language/words";
import { formatMoment } from "@/model/units";
import { type FuturesState, futuresStore } from "@/session/futures/futuresState";
import { isSameRun } from "@/session/modes/modesState";
import { useSim } from "@/session/simStore";
import { Empty } from "@/ui/Empty";
import pane from "@/ui/Pane.module.css";
import { TipArea } from "@/ui/TipArea";
import { AskFutures } from "./AskFutures";
import { Blame } from "./Blame";
import css from "./futures.module.css";
import { NoReturnPicture } from "./NoReturnPicture";
import { Outcomes } from "./Outcomes";
import { Spread } from "./Spread";
import { Strips } from "./Strips";
import { mostOpen } from "./shares";

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
