/** A titled part of a panel; it can be folded when it is long. Knows nothing of Raft. */

import { type ReactNode, useEffect, useId, useRef, useState } from "react";

import { focusWithin } from "./focusAfterClose";
import css from "./Section.module.css";

interface SectionProps {
  title: string;
  /** Beside the title, for instance a small button. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className="grid" aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FoldProps {
  title: string;
  children: ReactNode;
  open?: boolean | undefined;
  note?: string | undefined;
  /** What is inside is made only when it is first opened. */
  later?: boolean | undefined;
  /** Another number opens it anew, in sight and with the focus in it; 0: nobody was sent there. */
  turn?: number | undefined;
}

export function Fold({ title, children, open = false, turn = 0, ...more }: FoldProps) {
  const { note = "", later = false } = more;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    if (turn === 0 || element === null) return;
    element.open = true;
    focusWithin(element);
  }, [turn]);
  const id = useId();
  const [seen, setSeen] = useState(open);
  return (
    <section aria-labelledby={id}>
      <details
        ref={details}
        className={css.fold}
        open={open}
        onToggle={({ currentTarget }) => {
          // Asked now: the event is over when the state is made.
          const isOpen = currentTarget.open;
          setSeen((before) => before || isOpen);
        }}
      >
        <summary className={css.summary}>
          <h2 id={id}>{title}</h2>
          {note !== "" && <span className={css.note}>{note}</span>}
        </summary>
        <div className={css.folded}>{(!later || seen || open) && children}</div>
      </details>
    </section>
  );
}
