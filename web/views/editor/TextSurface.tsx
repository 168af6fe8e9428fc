/** The edited text as a part of the page: opens the surface, hands it what changes elsewhere. */

import { type RefObject, useEffect, useRef } from "react";
import { bookFor } from "@/session/editing/published";
import css from "./editor.module.css";
import { openSurface, type Placed, type Steps, type Surface } from "./surface";

interface TextSurfaceProps {
  text: string;
  surface: RefObject<Surface | null>;
  /** What is read out as its name. */
  label: string;
  /** Something else shows the text; this keeps its history and its checks. */
  hidden: boolean;
  onChange: (text: string) => void;
  onSteps: (steps: Steps) => void;
  check: (text: string) => Promise<readonly Placed[]>;
  run: () => void;
  keep: () => void;
}

export function TextSurface(props: TextSurfaceProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const { surface, text, hidden } = props;
  useEffect(() => {
    const at = host.current;
    if (at === null) return;
    // On its way before the first question.
    bookFor(latest.current.text);
    const opened = openSurface(at, {
      text: latest.current.text,
      label: latest.current.label,
      changed: (next) => latest.current.onChange(next),
      stepped: (steps) => latest.current.onSteps(steps),
      check: (next) => latest.current.check(next),
      book: bookFor,
      run: () => latest.current.run(),
      keep: () => latest.current.keep(),
    });
    surface.current = opened;
    // What is typed here is none of the page's keys, and the page sees only the host.
    const own = (event: Event): void => event.stopPropagation();
    at.addEventListener("keydown", own);
    return () => {
      at.removeEventListener("keydown", own);
      opened.destroy();
      surface.current = null;
    };
  }, [surface]);
  useEffect(() => {
    surface.current?.replace(text);
  }, [surface, text]);
  useEffect(() => {
    if (!hidden) surface.current?.focus();
  }, [surface, hidden]);
  return <div ref={host} className={css.surface} data-testid="scenario-text" hidden={hidden} />;
}
