/** What the running scenario asks to try, and what it shows, where somebody may try it. */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Boundary } from "@/ui/Boundary";
import { ConclusionOnce, FirstTry } from "./FirstTry";

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
