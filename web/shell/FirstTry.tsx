/**
 * What the running scenario asks to try, one thing after the other, and what it shows once that has
 * been seen: each until it is closed.
 */

import { lazy, useState } from "react";

import { useSim } from "@/session/simStore";
import { TryCard } from "@/views/attempt/TryCard";
import { Later } from "./later";

/** Fetched when there is something to conclude; what to try stands with the first picture. */
const ConclusionCard = lazy(async () => ({
  default: (await import("@/views/conclusion/ConclusionCard")).ConclusionCard,
}));

export function FirstTry() {
  // A run that is opened anew begins with the first thing to try.
  const run = useSim(({ world }) => `${world?.title}/${world?.variant}/${world?.seed}`);
  return <Cards key={run} />;
}

function Cards() {
  const attempts = useSim((state) => state.world?.attempts);
  const told = useSim((state) => state.world?.conclusion ?? null);
  const isSeen = useSim(({ world, frame }) => {
    const atUs = world?.conclusion?.at_us ?? Number.POSITIVE_INFINITY;
    return (frame?.now_us ?? 0) >= atUs;
  });
  const [act, setAct] = useState(0);
  const [isTryClosed, setTryClosed] = useState(false);
  const [isToldClosed, setToldClosed] = useState(false);
  const attempt = attempts?.[act];
  const isLast = act + 1 >= (attempts?.length ?? 0);
  return (
    <>
      {attempt !== undefined && !isTryClosed && (
        <TryCard
          key={act}
          attempt={attempt}
          act={act}
          onNext={isLast ? null : () => setAct(act + 1)}
          onClose={() => setTryClosed(true)}
        />
      )}
      {told !== null && isSeen && !isToldClosed && (
        <Later name="What this shows">
          <ConclusionCard told={told} onClose={() => setToldClosed(true)} />
        </Later>
      )}
    </>
  );
}
