/** A challenge beside the map: what is asked, how its conditions stand, what came of it. */

import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Challenge } from "@/engine/types";
import { t, translate } from "@/language/words";
import { NamedWorld, Prose } from "@/lessons/Prose";
import { assignedSeed, assignedStore, assignmentOf } from "@/session/assigned";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { Fold } from "@/ui/Section";
import { Conditions } from "./Conditions";
import { challengeStore, type Ended, type Played } from "./challengeStore";
import css from "./challenges.module.css";
import { Luck } from "./Luck";
import { allowedIn } from "./mayDo";
import { challengePlayer } from "./pageChallenges";
import { Standing } from "./Standing";
import { resultWords, starSigns, starWords } from "./words";

export function ChallengePanel() {
  const play = useStore(challengeStore, (state) => state.play);
  const trouble = useStore(challengeStore, (state) => state.trouble);
  const world = useSim((state) => state.world);
  if (play === null) {
    return <p className={css.waits}>{trouble === "" ? t("Reading the challenge…") : trouble}</p>;
  }
  return (
    <NamedWorld value={world}>
      <Panel key={play.id} play={play} />
    </NamedWorld>
  );
}

function Panel({ play: { id, challenge, text } }: { play: Played }) {
  const result = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hints = useStore(challengeStore, (state) => state.hints);
  const ended = useStore(challengeStore, (state) => state.ended);
  // Who opens a challenge reads on at its title.
  useEffect(() => heading.current?.focus(), []);
  // Whoever has scrolled to a control sees what came of the run all the same.
  const isOver = ended !== null;
  useEffect(() => {
    if (isOver) result.current?.scrollIntoView({ block: "start" });
  }, [isOver]);
  return (
    <section
      className={shared.panel}
      aria-label={t("Challenge: {title}", { title: translate(challenge.title) })}
    >
      <div className="spread">
        <p className="hint">{t("Challenge")}</p>
        <Button small kind="quiet" onClick={() => challengePlayer.leave()}>
          {t("Leave the challenge")}
        </Button>
      </div>
      <h2 ref={heading} tabIndex={-1} className={shared.title}>
        {translate(challenge.title)}
      </h2>
      {ended !== null && (
        <div ref={result} className={css.result}>
          <Result ended={ended} why={challenge.why} challenge={text} />
        </div>
      )}
      <Prose>{challenge.ask}</Prose>
      <Assignment id={id} />
      <Waits id={id} />
      <Standing challenge={challenge} />
      <Conditions />
      <Fold title={t("What you may do")} open={ended === null}>
        <ul className={css.may}>
          {allowedIn(text, challenge).map(({ words, act }) => (
            <li key={words}>
              {act === undefined ? (
                translate(words)
              ) : (
                <button type="button" className={css.go} onClick={() => pageStore.askForAct(act)}>
                  {translate(words)}
                </button>
              )}
            </li>
          ))}
        </ul>
        <p className="hint">
          {t(
            "Everything else is refused. Time is free: pause, and go back to before an act to try another one.",
          )}
        </p>
      </Fold>
      {hints > 0 && (
        <ol className={shared.hints} aria-label={t("Hints")}>
          {challenge.hints.slice(0, hints).map((hint) => (
            <li key={hint}>{translate(hint)}</li>
          ))}
        </ol>
      )}
      <ChallengeFoot id={id} challenge={challenge} />
    </section>
  );
}

/** What a teacher's link asks for, and the way to say who does it. */
function Assignment({ id }: { id: string }) {
  const assigned = useStore(assignedStore, (state) =>
    assignmentOf(state.assigned, { kind: "challenge", id }),
  );
  if (assigned === null) return null;
  return (
    <div className={shared.note}>
      <p>
        {assigned.name === ""
          ? t("This is an assignment. Say who you are before you begin.")
          : t("This is an assignment, done by {name}.", { name: assigned.name })}
      </p>
      <Button small onClick={() => pageStore.openDialog("assignment")}>
        {t("Assignment…")}
      </Button>
    </div>
  );
}

/** What keeps the run from being scored, when something does. */
function Waits({ id }: { id: string }) {
  // Until somebody says a name, the assignment above says what to do.
  const isNamed = useStore(assignedStore, () => !Number.isNaN(assignedSeed(id)));
  const isOther = useStore(challengeStore, (state) => state.isOther);
  const unjudged = useStore(challengeStore, (state) => state.unjudged);
  if (isOther && !isNamed) return null;
  if (isOther) {
    return (
      <div className={shared.note}>
        <p>
          {t(
            "Another seed or variant is shown: this is not the challenge’s run, and has no score.",
          )}
        </p>
        <Button small onClick={() => void challengePlayer.again()}>
          {t("Back to the run of the challenge")}
        </Button>
      </div>
    );
  }
  return unjudged === "" ? null : (
    <p className={shared.note}>{t("The run has no score. {unjudged}", { unjudged })}</p>
  );
}

interface Props {
  ended: Ended;
  why: string;
  challenge: string;
}

function Result({ ended, why, challenge }: Props) {
  const { run, before, isOwn } = ended;
  const { solved, stars } = run.score;
  return (
    <section
      className={solved ? css.solved : css.missed}
      aria-label={t("Result")}
      data-solved={solved}
    >
      <p>
        {solved && (
          <span
            className={css.large}
            role="img"
            aria-label={t("{stars} of 3", { stars: starWords(stars) })}
          >
            {starSigns(stars)}
          </span>
        )}
        <strong>{resultWords(run, before, isOwn)}</strong>
      </p>
      {solved && <Prose>{why}</Prose>}
      {solved && isOwn && <Luck key={run.digest} ended={ended} challenge={challenge} />}
      <p className="hint">
        {t("Digest")} <code>{run.digest}</code>
      </p>
    </section>
  );
}

function ChallengeFoot({ id, challenge }: { id: string; challenge: Challenge }) {
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
