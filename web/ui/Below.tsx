/**
 * The part of a panel that lies below what is in sight at first. It is made when its place comes
 * into view, or before: when the pointer moves in its panel, when somebody presses or focuses
 * anything, so that whoever goes there finds it. Knows nothing of Raft.
 */

import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

import { Boundary } from "./Boundary";

interface BelowProps {
  /** What the part is called in a message. */
  name: string;
  /** The panel itself was asked for: all of it is made at once. */
  atOnce?: boolean | undefined;
  children: ReactNode;
}

/** Somebody is at the page and may be on the way, with the keyboard or a reader as well. */
const SIGNS = ["keydown", "pointerdown", "focusin"] as const;

export function Below({ name, atOnce = false, children }: BelowProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(atOnce);
  useEffect(() => {
    const element = place.current;
    const panel = element?.parentElement;
    if (element === null || panel == null) return;
    const want = (): void => setWanted(true);
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) want();
    });
    observer.observe(element);
    panel.addEventListener("pointermove", want);
    for (const sign of SIGNS) window.addEventListener(sign, want);
    return () => {
      observer.disconnect();
      panel.removeEventListener("pointermove", want);
      for (const sign of SIGNS) window.removeEventListener(sign, want);
    };
  }, []);
  if (!isWanted) return <div ref={place} />;
  return (
    <Boundary name={name}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}
