/** Runs the scenario and says how many expectations hold. Must not know how they are judged. */

import { formatInstant, plural } from "@/model/units";
import { Button } from "@/ui/Button";
import css from "./acts.module.css";
import type { JudgedText } from "./useJudged";

export function JudgeBar({ judged }: { judged: JudgedText }) {
  const { now, run, stop } = judged;
  return (
    <div className={css.verbs}>
      {now.state === "running" ? (
        <Button small onClick={stop}>
          Stop
        </Button>
      ) : (
        <Button small onClick={run}>
          Run it and judge
        </Button>
      )}
      <p role="status" className={css.hint} data-testid="judged-text">
        {said(judged)}
      </p>
    </div>
  );
}

function said({ now, verdicts }: JudgedText): string {
  switch (now.state) {
    case "none":
      return "Every variant is run to its end, beside the run that is shown.";
    case "running": {
      const { done, of, us } = now.progress;
      const which = of > 1 ? `Run ${done + 1} of ${of}: ` : "Running: ";
      return `${which}${formatInstant(us)}.`;
    }
    case "failed":
      return `It does not run. ${now.message}`;
    case "judging":
      return "Judging…";
    case "changed":
      return "The scenario has changed since it was judged: run it again.";
    case "judged": {
      const all = [...verdicts.values()];
      const held = all.filter(
        ({ lines, problem }) => problem === "" && lines.every(({ met }) => met),
      ).length;
      return `${plural(held, "expectation holds", "expectations hold")}, of ${all.length}.`;
    }
  }
}
