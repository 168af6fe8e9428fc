/** The review of a recording, and the scenario that it becomes. */

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { LoggedAction } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { writeReplay } from "@/session/lensClient";
import { describedBy } from "@/session/recording/made";
import { openMade } from "@/session/recording/opening";
import { recorder } from "@/session/recording/recorder";
import { endRecording, recordedOf } from "@/session/recording/recording";
import {
  type Ends,
  endsUs,
  type RecordedSession,
  Review,
  type ReviewState,
} from "@/session/recording/review";
import { makeLink, sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { CheckField, SelectField, TextField } from "@/ui/Fields";
import { TextArea } from "@/ui/TextArea";
import { GoalList } from "./GoalList";

interface Begun {
  review: Review;
  title: string;
}

export function RecordDialog({ onClose }: DialogProps) {
  const begun = useReview();
  return (
    <Dialog open onClose={onClose} title={t("Make a scenario of what you did")} kind="wide">
      {begun === null ? (
        <p role="status">{t("Bringing the run to a stand…")}</p>
      ) : (
        <Reviewed {...begun} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Of the session at the instant shown, which it comes to first. */
function useReview(): Begun | null {
  const [begun, setBegun] = useState<Begun | null>(null);
  useEffect(() => {
    let made: Review | undefined;
    let isOpen = true;
    void takeSession().then((found) => {
      if (!isOpen || found === null) return;
      made = new Review({ makeLink, writeReplay }, found.taken);
      setBegun({ review: made, title: found.title });
      void made.begin();
    });
    return () => {
      isOpen = false;
      made?.close();
    };
  }, []);
  return begun;
}

/** All that happens at the instant shown, not only the events that were stepped through. */
async function takeSession(): Promise<{ taken: RecordedSession; title: string } | null> {
  await sim.standStill();
  await sim.advanceTo(simStore.getState().frame?.now_us ?? 0);
  const { session, frame, furthestUs, world } = simStore.getState();
  if (session === null || frame === null || world === null) return null;
  const { now_us: nowUs, digest } = frame;
  const taken = { session, nowUs, digest, furthestUs, durationUs: world.duration_us };
  return { taken, title: world.title };
}

function Reviewed({ review, title: played, onClose }: Begun & DialogProps) {
  const [title, setTitle] = useState(t("{title}, recorded", { title: translate(played) }));
  // Until somebody writes it, it tells what is kept.
  const [written, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const state = useStore(review.store);
  const text = written ?? describedBy(translate(played), review.done());
  const open = async (): Promise<void> => {
    try {
      const file = await review.file(title.trim(), text.trim());
      onClose();
      await openMade(title.trim(), file);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const discard = (): void => {
    endRecording();
    onClose();
  };
  const wrong = trouble(state, title);
  const isRecording = recorder.getState().recording !== null;
  return (
    <form
      className="grid-4"
      aria-label={t("Scenario of what you did")}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.kind !== "stop") void open();
      }}
    >
      <TextField label={t("Title")} value={title} maxLength={120} onChange={setTitle} />
      <TextArea
        label={t("What there is to see")}
        value={text}
        maxLength={2000}
        onChange={setText}
      />
      <DoneList review={review} state={state} />
      <EndChoice review={review} state={state} />
      <p role="status" data-testid="recorded-run">
        {runText(state, review)}
      </p>
      <GoalList review={review} state={state} />
      {wrong.text !== "" && <p className={wrong.kind === "warn" ? "bad" : ""}>{wrong.text}</p>}
      {problem !== "" && (
        <p role="alert" className="bad">
          {problem}
        </p>
      )}
      <div className="verbs">
        <Button type="submit" kind="primary" disabled={wrong.kind === "stop"}>
          {t("Open as my scenario")}
        </Button>
        <Button onClick={onClose}>{isRecording ? t("Go on recording") : t("Close")}</Button>
        {isRecording && (
          <Button kind="quiet" onClick={discard}>
            {t("Stop without a scenario")}
          </Button>
        )}
      </div>
    </form>
  );
}

const WORDS: Record<Ends, string> = {
  shown: msg("at the instant shown"),
  furthest: msg("at the furthest instant reached"),
  scenario: msg("where the scenario ended"),
};

function EndChoice({ review, state }: { review: Review; state: ReviewState }) {
  const instants = endsUs(review.recording);
  const known = new Set<number>();
  // Of those that are one instant the first is offered, or the chosen one.
  const offered = (["shown", "furthest", "scenario"] as const).filter((ends) => {
    const us = instants[ends];
    const isSame = known.has(us) || (ends !== state.ends && us === instants[state.ends]);
    known.add(us);
    return us > 0 && !isSame;
  });
  return (
    <SelectField
      label={t("The scenario ends")}
      options={offered.map((ends) => ({
        value: ends,
        label: t("{what}, {time}", {
          what: t(WORDS[ends]),
          time: formatInstant(instants[ends]),
        }),
      }))}
      value={state.ends}
      onChange={(ends) => void review.endAt(ends)}
    />
  );
}

function sentenceOf({ at_us, text }: LoggedAction) {
  return { at: formatInstant(at_us), what: text };
}

function DoneList({ review, state }: { review: Review; state: ReviewState }) {
  const { actions, recording } = review;
  const endUs = review.endUs();
  const before = recorder.getState().recording?.before ?? [];
  const recorded = new Set(recordedOf(recording.session, before));
  return (
    <section className="grid" aria-labelledby="recorded-actions">
      <h3 id="recorded-actions">{t("What was done")}</h3>
      {actions.length === 0 && (
        <p>{t("Nothing by hand: the scenario is the run as it was, with this seed.")}</p>
      )}
      <ul className="grid-0 gap-hair breaks">
        {actions.map((logged, place) => (
          // The log does not change while it is reviewed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the log is what it is
          <li key={place}>
            {logged.at_us > endUs ? (
              <span className="small">
                {t("{at} {what} After the end: left out.", sentenceOf(logged))}
              </span>
            ) : (
              <CheckField
                label={
                  recorded.has(logged)
                    ? t("{at} {what}", sentenceOf(logged))
                    : t("{at} {what} Done before the recording began.", sentenceOf(logged))
                }
                checked={state.kept[place] === true}
                onChange={(isKept) => void review.keep(place, isKept)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far the run is, or what it is. */
function runText({ run }: ReviewState, review: Review): string {
  switch (run.state) {
    case "running":
      return t("Running it: {at} of {end}.", {
        at: formatInstant(run.us),
        end: formatInstant(review.endUs()),
      });
    case "failed":
      return t("It does not run. {why}", { why: run.message });
    case "ran":
      return run.refused.reduce(
        (before, what) => t("{before} Not done: {what}.", { before, what }),
        ranText(run.digest, review),
      );
  }
}

function ranText(ran: string, review: Review): string {
  const { digest } = review.recording;
  if (!review.isWhole()) {
    const at = formatInstant(review.endUs());
    return t("It ran to {at}: digest {digest}.", { at, digest: ran });
  }
  return ran === digest
    ? t("It ran, and is your session: digest {digest}.", { digest })
    : t("It ran, and is not your session: digest {ran} instead of {digest}.", { ran, digest });
}

interface Trouble {
  /** Nothing; something to know; or it cannot be opened. */
  kind: "none" | "warn" | "stop";
  text: string;
}

/** What stands between the review and the scenario. */
function trouble({ run, goals }: ReviewState, title: string): Trouble {
  if (title.trim() === "") return { kind: "stop", text: t("A scenario has a title.") };
  if (run.state === "running") return { kind: "stop", text: "" };
  if (run.state === "failed") return { kind: "stop", text: "" };
  const missed = goals.filter(({ wanted, verdict }) => wanted && verdict?.met !== true).length;
  if (missed === 0) return { kind: "none", text: "" };
  return {
    kind: "warn",
    text: t(
      "{n, plural, one {# expectation does not hold} other {# expectations do not hold}} in this run. Leave it out, or take the limits from this run; else the scenario says at its end that it is not met.",
      { n: missed },
    ),
  };
}
