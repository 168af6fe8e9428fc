/** The list of challenges, each with the best run on this device. */

import { useEffect } from "react";
import { useStore } from "zustand";
import { t, translate } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import shared from "@/ui/exercise.module.css";
import { Row, RowState, Rows } from "@/ui/Rows";
import type { ListedChallenge } from "./catalog";
import { challengeStore } from "./challengeStore";
import { challengePlayer } from "./pageChallenges";
import { starSigns, starWords } from "./words";

export function ChallengesDialog({ onClose }: { onClose: () => void }) {
  const list = useStore(challengeStore, (state) => state.list);
  const trouble = useStore(challengeStore, (state) => state.trouble);
  useEffect(() => {
    void challengePlayer.list();
  }, []);
  return (
    <Dialog open onClose={onClose} title={t("Challenges")} kind="wide">
      <div className={shared.chooser}>
        <p>
          {t(
            "Each challenge is a run with conditions, a limited set of things that you may do, and a score that the engine computes. There is more than one way to solve it; your best run stays on this device, and its link plays it again anywhere.",
          )}
        </p>
        {list === null && trouble === "" && <p>{t("Reading the list…")}</p>}
        {list === null && trouble !== "" && <p role="alert">{trouble}</p>}
        {list !== null && (
          <Rows>
            {list.map((challenge) => (
              <ChallengeRow key={challenge.id} {...{ challenge, onClose }} />
            ))}
          </Rows>
        )}
      </div>
    </Dialog>
  );
}

function ChallengeRow({ challenge, onClose }: { challenge: ListedChallenge; onClose: () => void }) {
  const { id, minutes } = challenge;
  const title = translate(challenge.title);
  const best = useStore(challengeStore, ({ bests }) => bests[id]);
  const isOn = usePage((state) => state.challenge === id);
  return (
    <Row
      verbs={
        <Button
          aria-label={t("Play: {title}", { title })}
          onClick={() => {
            onClose();
            void challengePlayer.open(id);
          }}
        >
          {best === undefined ? t("Play") : t("Play again")}
        </Button>
      }
    >
      <h3>
        {title}
        {isOn && <RowState>{t("open")}</RowState>}
      </h3>
      <p>{translate(challenge.text)}</p>
      <p className="hint">
        {t("{n, plural, one {# minute} other {# minutes}}", { n: minutes })}
        {best !== undefined && (
          <>
            {t(", your best: {best}, {stars}", { best: best.told, stars: starWords(best.stars) })}{" "}
            <span aria-hidden="true">{starSigns(best.stars)}</span>
          </>
        )}
      </p>
    </Row>
  );
}
