/** Keeps what the step asks in sight of somebody who follows a class on a phone. */

import { type RefObject, useEffect } from "react";
import { usePage } from "@/session/pageStore";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";

/** `asked`: names what is asked now; with another one it is brought into sight again. */
export function useSentenceInView(within: RefObject<HTMLElement | null>, asked: string): void {
  const inClass = usePage((stage) => stage.inClass === "follows" || stage.inClass === "own");
  const isHeld = useMedia(NARROW) && inClass;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each thing that is asked
  useEffect(() => {
    const place = within.current;
    if (!isHeld || place === null) return;
    const show = (): void =>
      place.querySelector("[data-sentence]")?.scrollIntoView({ block: "nearest" });
    show();
    // What scrolls gets another size when the phone is turned, and when the page's parts have come;
    // not by what is read in it.
    const observer = new ResizeObserver(show);
    const scrolls = scrollerOf(place);
    if (scrolls !== null) observer.observe(scrolls);
    return () => observer.disconnect();
  }, [within, asked, isHeld]);
}

function scrollerOf(place: Element): Element | null {
  for (let at = place.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
