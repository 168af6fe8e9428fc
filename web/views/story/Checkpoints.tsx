/** What the scenario asks of instants on the way, judged one by one or all at once. */

import { useEffect, useState } from "react";
import type { Checkpoint } from "@/engine/types";
import { t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { runKey } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import css from "./story.module.css";

export function Checkpoints() {
  const run = useSim(({ session }) => session && runKey(session));
  return <OfRun key={run} />;
}

/** What is found now; nothing of a run that was left while it was asked. */
async function found(): Promise<readonly Checkpoint[]> {
  const found = await sim.checkpoints();
  return found.ok ? found.value : [];
}

/** Of one run: with other actions what was found counts no more. */
function OfRun() {
  const nowUs = useSim(({ frame, playing }) => (playing ? undefined : frame?.now_us));
  const [known, setKnown] = useState<readonly Checkpoint[]>([]);
  const [checking, setChecking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew wherever the run stands, and once while it plays
  useEffect(() => {
    let isWanted = true;
    void found().then((fresh) => {
      if (isWanted) setKnown((before) => withFound(before, fresh));
    });
    return () => {
      isWanted = false;
    };
  }, [nowUs]);
  if (known.length === 0) return null;
  const checkAll = async (): Promise<void> => {
    setChecking(true);
    for (const { at_us } of known) {
      await sim.seek(at_us);
      const fresh = await found();
      setKnown((before) => withFound(before, fresh));
    }
    setChecking(false);
  };
  return (
    <Section title={t("Checkpoints")}>
      <ul className={css.told}>
        {known.map((checkpoint) => (
          <Line key={`${checkpoint.at_us} ${checkpoint.asks}`} checkpoint={checkpoint} />
        ))}
      </ul>
      <Button small disabled={checking} onClick={() => void checkAll()}>
        {t("Check all")}
      </Button>
    </Section>
  );
}

/** What was found at an instant is kept when the run leaves it. */
function withFound(before: readonly Checkpoint[], fresh: readonly Checkpoint[]): Checkpoint[] {
  return fresh.map((one, at) => (one.found === null ? (before[at] ?? one) : one));
}

function Line({ checkpoint: { at_us, asks, found } }: { checkpoint: Checkpoint }) {
  return (
    <li data-met={found?.met}>
      <BadgeMark shape={found === null ? "clock" : found.met ? "tick" : "cross"} />
      <span>
        {translate(found?.line ?? asks)}
        <Button small kind="quiet" onClick={() => void sim.seek(at_us)}>
          {t("To {instant}", { instant: formatInstant(at_us) })}
        </Button>
      </span>
    </li>
  );
}
