/** The text run to its end and judged when somebody asks: once for each run. */

import { useEffect, useRef, useState } from "react";
import type { Expected } from "@/engine/types";
import { expectsOf, runPart } from "@/model/acts/expects";
import { type JudgeProgress, TextJudge } from "@/session/recording/textJudge";
import { makeLink } from "@/session/simClient";
import { useTurn } from "@/ui/useTurn";

/** What is said of one goal: a line for each bound, or why there is none. */
export interface GoalVerdicts {
  lines: readonly Expected[];
  problem: string;
}

export type JudgeState =
  | { state: "none" }
  | { state: "running"; progress: JudgeProgress }
  | { state: "failed"; message: string }
  | { state: "judging" }
  | { state: "judged" }
  /** The scenario is another one than what ran. */
  | { state: "changed" };

export interface JudgedText {
  now: JudgeState;
  /** By the goal as it is written; nothing of a run that is another one by now. */
  verdicts: ReadonlyMap<string, GoalVerdicts>;
  run(): void;
  stop(): void;
}

const NONE: ReadonlyMap<string, GoalVerdicts> = new Map();

export function useJudged(text: string): JudgedText {
  const judge = useRef<TextJudge | null>(null);
  const turn = useTurn();
  const [now, setNow] = useState<JudgeState>({ state: "none" });
  const [ranText, setRanText] = useState<string | null>(null);
  /** With the text that they are of. */
  const [said, setSaid] = useState({ text: "", verdicts: NONE });
  useEffect(
    () => () => {
      judge.current?.close();
      judge.current = null;
    },
    [],
  );
  const part = runPart(text);
  const isCurrent = ranText === part;
  useEffect(() => {
    if (!isCurrent || judge.current === null) return;
    let isWanted = true;
    void judgeAll(judge.current, text).then((all) => {
      if (isWanted) setSaid({ text, verdicts: all });
    });
    return () => {
      isWanted = false;
    };
  }, [isCurrent, text]);
  const run = (): void => {
    judge.current ??= new TextJudge(makeLink());
    const isWanted = turn.begin();
    setRanText(null);
    setNow({ state: "running", progress: { done: 0, of: 1, us: 0 } });
    const onProgress = (progress: JudgeProgress): void => {
      if (isWanted()) setNow({ state: "running", progress });
    };
    void judge.current.run(text, onProgress, isWanted).then((came) => {
      if (came === undefined || !isWanted()) return;
      if (!came.ok) return setNow({ state: "failed", message: came.message });
      setNow({ state: "judged" });
      setRanText(part);
    });
  };
  const stop = (): void => {
    turn.end();
    setNow({ state: "none" });
  };
  return {
    now: now.state === "judged" ? whenRan(isCurrent, said.text === text) : now,
    verdicts: isCurrent ? said.verdicts : NONE,
    run,
    stop,
  };
}

function whenRan(isCurrent: boolean, isJudged: boolean): JudgeState {
  if (!isCurrent) return { state: "changed" };
  return { state: isJudged ? "judged" : "judging" };
}

async function judgeAll(judge: TextJudge, text: string): Promise<Map<string, GoalVerdicts>> {
  const all = new Map<string, GoalVerdicts>();
  for (const { goal } of expectsOf(text) ?? []) {
    const judged = await judge.judge(goal);
    const said = judged.ok
      ? { lines: judged.value, problem: "" }
      : { lines: [], problem: judged.message };
    all.set(JSON.stringify(goal), said);
  }
  return all;
}
