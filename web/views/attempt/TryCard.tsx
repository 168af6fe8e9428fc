/** One thing to try, judged by the engine, and what was seen when it was done. */

import { useState } from "react";
import type { Attempt } from "@/engine/types";
import { t, translate } from "@/language/words";
import { cureOf } from "@/model/cure";
import { isOfLink } from "@/model/faults";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Card, CardVerbs } from "@/ui/Card";

interface TryCardProps {
  attempt: Attempt;
  /** Its place among what the scenario asks to try. */
  act: number;
  /** To the next thing to try; null: there is none. */
  onNext: (() => void) | null;
  onClose: () => void;
}

export function TryCard({ attempt, act, onNext, onClose }: TryCardProps) {
  const isMet = useSim(({ frame }) => (frame?.attempts[act]?.at_us ?? null) !== null);
  const hasBegun = useSim(({ frame }) => frame?.attempts[act]?.begun ?? false);
  // What was seen stays seen, also at an instant before it.
  const [isDone, setDone] = useState(false);
  if (isMet && !isDone) setDone(true);
  const next = hasBegun && attempt.wait !== "" ? attempt.wait : attempt.text;
  return (
    <Card
      label={t("Try this")}
      title={isDone ? t("Done: this is what you saw") : t("Try this")}
      closeLabel={t("Close what to try")}
      onClose={onClose}
      tone={isDone ? "seen" : "ask"}
    >
      <div role="status">
        <p>{translate(isDone ? attempt.done : next)}</p>
      </div>
      {isDone && (
        <CardVerbs>
          <Undo />
          {onNext !== null && (
            <Button small kind="primary" onClick={onNext}>
              {t("The next thing to try")}
            </Button>
          )}
        </CardVerbs>
      )}
    </Card>
  );
}

/** The way back, where one step leads there. */
function Undo() {
  const fault = useSim(({ frame }) => (frame?.faults.length === 1 ? frame.faults[0] : undefined));
  if (fault === undefined) return null;
  const { verb, action } = cureOf(fault);
  return (
    <Button small onClick={() => void sim.act(action)}>
      {isOfLink(fault) ? t("Heal the link") : t("{verb} {node}", { verb, node: fault.from })}
    </Button>
  );
}
