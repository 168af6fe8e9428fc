/** What tells an answer stands among the instruments. */

import { useEffect } from "react";
import { needInstruments } from "@/session/level";
import { usePage } from "@/session/pageStore";

export function useInstrumentsWhenAsked(): void {
  const isAsked = usePage(({ whyAsked }) => whyAsked !== null);
  useEffect(() => {
    if (isAsked) needInstruments();
  }, [isAsked]);
}
