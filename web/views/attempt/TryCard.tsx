/**
 * One thing to try, and what was seen when it was done. Must not know how it is judged.
 */

import { useEffect, useState } from "react";

import { type Attempt, triedIn } from "@/store/attempt";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import css from "./attempt.module.css";

interface TryCardProps {
  attempt: Attempt;
  onClose: () => void;
}

export function TryCard({ attempt, onClose }: TryCardProps) {
  const fault = useSim(({ frame, told, world }) =>
    frame && world ? (triedIn(attempt, frame, told, world).fault?.id ?? null) : null,
  );
  const isMet = useSim(
    ({ frame, told, world }) =>
      frame !== null && world !== null && triedIn(attempt, frame, told, world).metUs !== null,
  );
  // What was seen stays seen, when the link is healed too.
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isMet) setDone(true);
  }, [isMet]);
  return (
    <section className={css.card} aria-label="Try this" data-done={isDone}>
      <header className={css.head}>
        <h2>{isDone ? "Done: this is what you saw" : "Try this"}</h2>
        <IconButton label="Close what to try" kind="quiet" small onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div role="status">
        <p>{isDone ? attempt.done : fault === null ? attempt.text : attempt.wait}</p>
      </div>
      {isDone && fault !== null && (
        <Button small onClick={() => void sim.act({ do: "heal", fault })}>
          Heal the link
        </Button>
      )}
    </section>
  );
}
