/** The time left, the acts, the score at this instant, and the best run. */

import { useStore } from "zustand";
import type { Challenge } from "@/engine/types";
import { t, translate } from "@/language/words";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { challengeStore } from "./challengeStore";
import css from "./challenges.module.css";
import { challengePlayer } from "./pageChallenges";
import { actsDone, nextStar, starSigns, starWords, timeLeft } from "./words";

export function Standing({ challenge }: { challenge: Challenge }) {
  const run = useStore(challengeStore, (state) => state.run);
  const nowUs = useSim(({ frame }) => frame?.now_us ?? 0);
  if (run === null) return null;
  const { score, end_us: endUs, acts } = run;
  const next = nextStar(score);
  return (
    <dl className={css.standing} aria-label={t("How it stands")}>
      <div>
        <dt className="small">{t("Time")}</dt>
        <dd>{timeLeft(nowUs, endUs)}</dd>
      </div>
      <div>
        <dt className="small">{t("Acts")}</dt>
        <dd>{actsDone(acts, challenge.acts)}</dd>
      </div>
      <div>
        <dt className="small">{translate(score.label)}</dt>
        <dd>
          <strong>{score.told}</strong>{" "}
          <span className={css.stars} aria-hidden="true">
            {starSigns(score.stars)}
          </span>
          <span className="hint">
            {" "}
            {starWords(score.stars)}
            {score.over ? "" : ` ${t("if it ended now")}`}
            {next === "" ? "" : `; ${next}`}
          </span>
        </dd>
      </div>
      <Best />
    </dl>
  );
}

function Best() {
  const best = useStore(challengeStore, ({ play, bests }) => {
    const kept = play === null ? undefined : bests[play.id];
    return kept?.stamp === play?.stamp ? kept : undefined;
  });
  if (best === undefined) return null;
  return (
    <div>
      <dt className="small">{t("Your best")}</dt>
      <dd>
        {best.told}, {starWords(best.stars)}{" "}
        <Button small kind="quiet" onClick={() => void challengePlayer.watchBest()}>
          {t("Watch your best run")}
        </Button>
      </dd>
    </div>
  );
}
