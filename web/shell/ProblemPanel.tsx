/** What is shown when a run stopped or no scenario was opened. */

import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { logOf, type Session } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { openDialog } from "./commands/dialogs";
import css from "./Notice.module.css";
import { useReplayFile } from "./useReplayFile";

export function ProblemPanel() {
  const phase = useSim((state) => state.phase);
  const problem = useSim((state) => state.problem);
  if (problem === null) return null;
  return (
    <div className={css.overlay}>
      <div className={css.panel} role="alert">
        <h1 className="type-2">{problem.title}</h1>
        <pre className={css.why}>{problem.text}</pre>
        {phase === "panicked" ? <Recovery stopped={problem.stopped} /> : null}
        {problem.again !== undefined && (
          <Button kind="primary" onClick={problem.again}>
            {t("Try again")}
          </Button>
        )}
        {phase === "bad-scenario" && (
          <Button onClick={() => openDialog("open")}>{t("Choose a scenario")}</Button>
        )}
      </div>
    </div>
  );
}

function Recovery({ stopped }: { stopped: Session | undefined }) {
  const session = useSim((state) => state.session);
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const replay = useReplayFile();
  if (session === null)
    return <Button onClick={() => void sim.recover("start")}>{t("Try again")}</Button>;
  return (
    <>
      <p>
        {t(
          "This is a fault of the playground, not of what you did. Nothing is lost: the scenario, seed {seed} and {n, plural, one {# action} other {# actions}} are kept, and they lead to the same instant again.",
          { seed: session.seed, n: logOf(session).length },
        )}
      </p>
      <div className="wrap">
        <Button kind="primary" onClick={() => void sim.recover("instant")}>
          {t("Restart at {now}", { now: formatInstant(nowUs) })}
        </Button>
        <Button onClick={() => void sim.recover("start")}>{t("Restart from 0 s")}</Button>
        {stopped !== undefined && (
          <Button onClick={() => replay.save(stopped, Number.POSITIVE_INFINITY)}>
            {t("Download the replay")}
          </Button>
        )}
      </div>
      {replay.problem !== "" && <p>{replay.problem}</p>}
    </>
  );
}
