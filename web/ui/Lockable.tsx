/** Controls that are kept from a person for a while: off, and whoever presses one is told why. */

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";

import { cx } from "./cx";
import css from "./lock.module.css";

interface LockableProps {
  locked: boolean;
  /** Somebody pressed what is off. */
  onRefused: () => void;
  children: ReactNode;
  className?: string | undefined;
}

/** Native controls inside are disabled; texts can be read, and what is folded unfolded. */
export function Lockable({ locked, onRefused, children, className }: LockableProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  useRefusal(group, locked, onRefused);
  return (
    <fieldset ref={group} className={cx(css.group, className)} disabled={locked}>
      {children}
    </fieldset>
  );
}

/** What has controls of its own kind, kept from a person as a whole. */
export function Sealed({ locked, onRefused, children, className }: LockableProps) {
  const box = useRef<HTMLDivElement>(null);
  useRefusal(box, locked, onRefused);
  return (
    <div ref={box} className={className}>
      <div className={css.inside} inert={locked}>
        {children}
      </div>
    </div>
  );
}

/** Says above locked controls why they are; nothing without a reason. */
export function LockNote({ reason }: { reason: string }) {
  return reason === "" ? null : <p className="quiet sticks pads ruled-below on-panel">{reason}</p>;
}

/** A press on a control that is off reaches what is around it. */
function useRefusal(
  around: RefObject<HTMLElement | null>,
  locked: boolean,
  onRefused: () => void,
): void {
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    const element = around.current;
    if (element === null || !locked) return;
    const onClick = (event: Event): void => {
      const { target } = event;
      if (target instanceof Element && target.closest("summary, a") !== null) return;
      refuse();
    };
    element.addEventListener("click", onClick);
    return () => element.removeEventListener("click", onClick);
  }, [around, locked]);
}
