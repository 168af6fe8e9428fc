/** What can be done with a challenge’s run: always in view below it. */

import { useStore } from "zustand";
import type { Challenge } from "@/engine/types";
import { t } from "@/language/words";
import { assignedStore, assignmentOf } from "@/session/assigned";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { challengeStore } from "./challengeStore";
import css from "./challenges.module.css";
import { challengePlayer } from "./pageChallenges";

export function ChallengeFoot({ id, challenge }: { id: string; challenge: Challenge }) {
  const isOver = useStore(challengeStore, (state) => state.ended !== null);
  const hints = useStore(challengeStore, (state) => state.hints);
  const playing = useSim((state) => state.playing);
  const mayHint = useStore(
    assignedStore,
    ({ assigned }) => assignmentOf(assigned, { kind: "challenge", id })?.assignment.hints ?? true,
  );
  const isSolved = useStore(challengeStore, ({ ended }) => ended?.run.score.solved === true);
  const hasHints = mayHint && hints < challenge.hints.length;
  return (
    <div className={`${shared.foot} ${css.foot}`} data-foot>
      {!isOver && (
        <Button
          kind={playing ? "plain" : "primary"}
          onClick={() => (simStore.getState().playing ? sim.pause() : sim.play())}
        >
          {playing ? t("Pause the run") : t("Play the run")}
        </Button>
      )}
      {isOver && (
        <Button kind="primary" onClick={() => pageStore.openDialog("challenges")}>
          {t("Other challenges")}
        </Button>
      )}
      <Button onClick={() => void challengePlayer.again()}>{t("Try again")}</Button>
      {isOver && <Button onClick={() => pageStore.openDialog("report")}>{t("Report…")}</Button>}
      {isOver && (
        <Button onClick={() => pageStore.openDialog("share")}>{t("Share this run")}</Button>
      )}
      {isSolved && <Button onClick={() => pageStore.openDialog("assign")}>{t("Assign…")}</Button>}
      {!isOver && hasHints && (
        <Button onClick={() => challengePlayer.hint()}>
          {hints === 0 ? t("Give me a hint") : t("Another hint")}
        </Button>
      )}
    </div>
  );
}
