/** Runs the scenario and says how many expectations hold. Must not know how they are judged. */

import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { Button } from "@/ui/Button";
import type { JudgedText } from "./useJudged";

export function JudgeBar({ judged }: { judged: JudgedText }) {
  const { now, run, stop } = judged;
  return (
    <div className="row wrap">
      {now.state === "running" ? (
        <Button small onClick={stop}>
          {t("Stop")}
        </Button>
      ) : (
        <Button small onClick={run}>
          {t("Run it and judge")}
        </Button>
      )}
      <p role="status" className="hint" data-testid="judged-text">
        {said(judged)}
      </p>
    </div>
  );
}

function said({ now, verdicts }: JudgedText): string {
  switch (now.state) {
    case "none":
      return t("Every variant is run to its end, beside the run that is shown.");
    case "running": {
      const { done, of, us } = now.progress;
      const instant = formatInstant(us);
      return of > 1
        ? t("Run {at} of {all}: {instant}.", { at: done + 1, all: of, instant })
        : t("Running: {instant}.", { instant });
    }
    case "failed":
      return t("It does not run. {why}", { why: now.message });
    case "judging":
      return t("Judging…");
    case "changed":
      return t("The scenario has changed since it was judged: run it again.");
    case "judged": {
      const all = [...verdicts.values()];
      const held = all.filter(
        ({ lines, problem }) => problem === "" && lines.every(({ met }) => met),
      ).length;
      return t("{held, plural, one {# expectation holds} other {# expectations hold}}, of {all}.", {
        held,
        all: all.length,
      });
    }
  }
}
