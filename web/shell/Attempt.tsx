/** What the running scenario asks to try, and what it shows, where somebody may try it. */

import { type ReactNode, useState } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Boundary } from "@/ui/Boundary";
import { lazily } from "@/ui/lazily";
import { TryCard } from "@/views/attempt/TryCard";
import { Lazy } from "./lazyParts";

/** It stands with the first picture: what came later would move the controls below it. */
export function Attempt() {
  return (
    <WhereFree name={t("What to try")}>
      <FirstTry />
    </WhereFree>
  );
}

/** It comes when it has been seen: where it stands, nothing may be below it. */
export function Conclusion() {
  return (
    <WhereFree name={t("What this shows")}>
      <ConclusionOnce />
    </WhereFree>
  );
}

function WhereFree({ name, children }: { name: string; children: ReactNode }) {
  // A lesson and a challenge have things to try of their own.
  const ready = useSim(({ world }) => world !== null);
  const free = usePage(
    ({ lock, presenting, embedded, lesson, challenge }) =>
      lock === "none" && !presenting && !embedded && lesson === null && challenge === null,
  );
  return ready && free ? <Boundary name={name}>{children}</Boundary> : null;
}

/** Fetched when there is something to conclude; what to try stands with the first picture. */
const ConclusionCard = lazily(async () => ({
  default: (await import("@/views/conclusion/ConclusionCard")).ConclusionCard,
}));

/** A run that is opened anew begins with the first thing to try. */
function useRun(): string {
  return useSim(({ world }) => `${world?.title}/${world?.variant}/${world?.seed}`);
}

function FirstTry() {
  return <Attempts key={useRun()} />;
}

function ConclusionOnce() {
  return <Concluded key={useRun()} />;
}

function Attempts() {
  const attempts = useSim((state) => state.world?.attempts);
  const [act, setAct] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const attempt = attempts?.[act];
  const isLast = act + 1 >= (attempts?.length ?? 0);
  if (attempt === undefined || isClosed) return null;
  return (
    <TryCard
      key={act}
      attempt={attempt}
      act={act}
      onNext={isLast ? null : () => setAct(act + 1)}
      onClose={() => setClosed(true)}
    />
  );
}

function Concluded() {
  const conclusion = useSim((state) => state.world?.conclusion ?? null);
  const isSeen = useSim(({ world, frame }) => {
    const atUs = world?.conclusion?.at_us ?? Number.POSITIVE_INFINITY;
    return (frame?.now_us ?? 0) >= atUs;
  });
  const [isClosed, setClosed] = useState(false);
  if (conclusion === null || !isSeen || isClosed) return null;
  return (
    <Lazy name={t("What this shows")}>
      <ConclusionCard conclusion={conclusion} onClose={() => setClosed(true)} />
    </Lazy>
  );
}
