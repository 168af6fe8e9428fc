/** A teacher's link to what is open. A challenge's solution is played in its seeds first. */

import { useState } from "react";
import { useStore } from "zustand";
import { type SeedsDeps, solvedSeeds } from "@/challenges/assigning";
import { challengeStore } from "@/challenges/challengeStore";
import { t, translate } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import { type Assignment, assignmentQuery, candidates } from "@/model/assignment/assignment";
import type { Fetched } from "@/model/fetched";
import { logOf } from "@/session/session";
import { makeLink } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { CheckField, NumberField, TextField } from "@/ui/Fields";
import { useTurn } from "@/ui/useTurn";
import { LinkToCopy } from "../LinkToCopy";
import css from "../report/report.module.css";

export function AssignDialog({ onClose }: DialogProps) {
  const lesson = useStore(lessonStore, (state) => state.play);
  const challenge = useStore(challengeStore, (state) => state.play);
  const goals = lesson?.lesson.steps.filter((step) => step.do !== null).length ?? 0;
  return (
    <Dialog open onClose={onClose} title={t("Assign")} kind="wide">
      {lesson !== null ? (
        <Making of={{ kind: "lesson", id: lesson.id }} title={lesson.lesson.title} most={goals} />
      ) : challenge !== null ? (
        <Making
          of={{ kind: "challenge", id: challenge.id }}
          title={challenge.challenge.title}
          most={3}
        />
      ) : (
        <p>{t("Open a lesson or a challenge first: what is open is assigned.")}</p>
      )}
    </Dialog>
  );
}

interface MakingProps {
  of: Assignment["of"];
  title: string;
  /** Goals or stars that can be asked for. */
  most: number;
}

function Making({ of, title, most }: MakingProps) {
  const [due, setDue] = useState("");
  const [least, setLeast] = useState(of.kind === "lesson" ? most : 1);
  const [words, setWords] = useState(true);
  const [hints, setHints] = useState(true);
  const [own, setOwn] = useState(of.kind === "challenge");
  const { work, make, forget } = useMaking();
  /** A link says what the fields said when it was made. */
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      forget();
      set(value);
    };
  const terms = { of, due_ms: due === "" ? null : Date.parse(due), least, words, hints };
  return (
    <form
      className={css.report}
      onSubmit={(event) => {
        event.preventDefault();
        make(terms, own);
      }}
    >
      <p>
        {of.kind === "lesson"
          ? t("The lesson “{title}”: everybody has the run that its steps are written for.", {
              title: translate(title),
            })
          : t("The challenge “{title}”.", { title: translate(title) })}
      </p>
      <TextField
        label={t("Due (in your time zone)")}
        type="datetime-local"
        value={due}
        onChange={changing(setDue)}
      />
      <NumberField
        label={of.kind === "lesson" ? t("Goals asked for") : t("Stars asked for")}
        value={least}
        min={of.kind === "lesson" ? 0 : 1}
        max={most}
        onChange={changing(setLeast)}
      />
      <CheckField label={t("Words of their own")} checked={words} onChange={changing(setWords)} />
      {of.kind === "challenge" && (
        <>
          <CheckField
            label={t("Hints may be seen")}
            checked={hints}
            onChange={changing(setHints)}
          />
          <CheckField
            label={t("A seed for each student, in which the solution that is shown was played")}
            checked={own}
            onChange={changing(setOwn)}
          />
        </>
      )}
      <div className="verbs">
        {work.state === "busy" ? (
          <Button onClick={forget}>{t("Stop")}</Button>
        ) : (
          <Button type="submit" kind="primary">
            {t("Make the link")}
          </Button>
        )}
        {work.state === "failed" ? (
          <p role="alert" className="bad">
            {work.text}
          </p>
        ) : (
          <p role="status">{work.text}</p>
        )}
      </div>
      {work.state === "done" && <LinkToCopy address={work.address} />}
    </form>
  );
}

type Work =
  | { state: "idle" | "busy" | "failed"; text: string }
  | { state: "done"; text: string; address: string };

const IDLE: Work = { state: "idle", text: "" };

function useMaking() {
  const [work, setWork] = useState<Work>(IDLE);
  const turn = useTurn();
  const forget = (): void => {
    turn.end();
    setWork(IDLE);
  };
  const make = (
    terms: Pick<Assignment, "of" | "due_ms" | "least" | "words" | "hints">,
    own: boolean,
  ) => {
    const isWanted = turn.begin();
    const salt = freshSalt();
    const done = (seeds: number[], text: string): void => {
      const assignment: Assignment = { format: "raft-atlas-assignment/1", ...terms, salt, seeds };
      const address = location.origin + location.pathname + assignmentQuery(assignment);
      setWork({ state: "done", text, address });
    };
    if (!own) return done([], t("The link is ready."));
    setWork({ state: "busy", text: t("Playing the solution in other seeds…") });
    const say = (played: number, solved: number): void => {
      if (!isWanted()) return;
      const text = t("Played in {played} seeds; solved in {solved}.", { played, solved });
      setWork({ state: "busy", text });
    };
    void assignedSeeds({ makeLink, isWanted, say }, salt, terms.least).then((made) => {
      if (!isWanted()) return;
      if (!made.ok) return setWork({ state: "failed", text: made.message });
      done(
        made.value,
        t("The link is ready: the solution holds in {n} seeds.", { n: made.value.length }),
      );
    });
  };
  return { work, make, forget };
}

/** So many are played, and with fewer of them solved the seeds decide more than the student. */
const PLAYED = 16;
const SOLVED_MIN = 6;

/** Letters of chance; they hide nothing, and tell two assignments apart. */
function freshSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function assignedSeeds(
  deps: SeedsDeps,
  salt: string,
  stars: number,
): Promise<Fetched<number[]>> {
  const { play, ended } = challengeStore.getState();
  const { session } = simStore.getState();
  if (play === null || session === null || ended === null || !ended.run.score.solved)
    return {
      ok: false,
      message: t("Solve the challenge first: your solution is what is played in the seeds."),
    };
  const solution = {
    ...{ challenge: play.text, scenario: session.text, variant: session.variant },
    ...{ endUs: ended.run.end_us, actions: logOf(session), stars },
  };
  const solved = await solvedSeeds(deps, solution, candidates(salt, PLAYED));
  if (!solved.ok || solved.value.length >= SOLVED_MIN) return solved;
  return {
    ok: false,
    message: t(
      "In {all} seeds your solution holds {n} times; expected at least {least}. Make it sturdier, ask for fewer stars, or give everybody the same run.",
      { all: PLAYED, n: solved.value.length, least: SOLVED_MIN },
    ),
  };
}
