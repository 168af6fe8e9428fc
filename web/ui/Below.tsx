/**
 * The part of a panel that lies below what is in sight at first. Its code is fetched when a person
 * goes there, by scrolling or with the keyboard, and else after the first minute. Until it is there
 * a button stands for it. Knows nothing of Raft.
 */

import { type ComponentType, useEffect, useRef, useState } from "react";

import { afterFirstMinute } from "@/lib/firstMinute";
import { Boundary } from "./Boundary";
import { Button } from "./Button";

interface BelowProps {
  /** What the part is called, on the button and in a message. */
  name: string;
  /** Fetches it. */
  load: () => Promise<ComponentType>;
}

/** What can take the focus in a part that has come. */
const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select, summary";

export function Below(props: BelowProps) {
  return (
    <Boundary name={props.name}>
      <Fetched {...props} />
    </Boundary>
  );
}

/** Which part there is: none yet, the part, or why it could not be fetched. */
type Part = { Came: ComponentType; hadFocus: boolean } | { failed: unknown } | null;

function Fetched({ name, load }: BelowProps) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [part, setPart] = useState<Part>(null);
  const fetchPart = (): void => {
    load().then(
      (Came) => {
        setPart({ Came, hadFocus: document.activeElement === button.current });
      },
      (failed: unknown) => setPart({ failed }),
    );
  };
  const hadFocus = part !== null && "hadFocus" in part && part.hadFocus;
  useWanted(button, part === null, fetchPart);
  useEffect(() => {
    // The button had it, and is gone.
    if (hadFocus) box.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [hadFocus]);
  if (part !== null && "failed" in part) throw part.failed;
  return (
    // What comes stands in the panel as its neighbours do.
    <div ref={box} style={{ display: "contents" }}>
      {part === null ? (
        <Button ref={button} kind="quiet" onFocus={fetchPart} onClick={fetchPart}>
          {name}
        </Button>
      ) : (
        <part.Came />
      )}
    </div>
  );
}

/** Calls when the element comes in sight, or the first minute is over. */
function useWanted(
  place: { current: HTMLElement | null },
  waiting: boolean,
  fetchPart: () => void,
): void {
  const run = useRef(fetchPart);
  run.current = fetchPart;
  useEffect(() => {
    if (!waiting || place.current === null) return;
    const callOff = afterFirstMinute(() => run.current());
    const sight = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) run.current();
    });
    sight.observe(place.current);
    return () => {
      callOff();
      sight.disconnect();
    };
  }, [place, waiting]);
}
