/**
 * A panel that hangs at something without blocking the page. Of our own, because it is needed in
 * the first minute: the library's panels, which can do more, are 22 KiB.
 */

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";

import css from "./Anchored.module.css";
import { type Placement, placeAt } from "./anchor";
import { cx } from "./cx";
import { useOverlay } from "./overlays";

interface AnchoredProps extends Placement {
  label: string;
  /** What it hangs at; a press there does not close it. */
  anchor: () => Element | null;
  onClose: () => void;
  children: ReactNode;
  /** The focus stays where it is, and so the panel stays when the person goes on elsewhere. */
  quiet?: boolean;
  /** As wide as what it holds. */
  tight?: boolean;
}

export function Anchored(props: AnchoredProps) {
  const { label, anchor, onClose, children, quiet = false, tight = false, ...hang } = props;
  const panel = useRef<HTMLDivElement>(null);
  usePlace(panel, anchor, hang);
  useFocusWithin(panel, anchor, quiet);
  useClosing(panel, anchor, onClose, quiet);
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(css.popover, tight && css.tight)}
      style={{ position: "fixed", left: 0, top: 0 }}
      onKeyDown={quiet ? undefined : stayWithin}
    >
      {children}
    </div>,
    document.body,
  );
}

/** Placed before it is seen, and again whenever something moves. */
function usePlace(
  panel: React.RefObject<HTMLElement | null>,
  anchor: () => Element | null,
  { side, align, gap }: Placement,
): void {
  const place = useEffectEvent(() => {
    const element = panel.current;
    const at = anchor();
    if (element === null || at === null) return;
    const window = { left: 0, top: 0, width: innerWidth, height: innerHeight };
    const size = element.getBoundingClientRect();
    const { left, top } = placeAt(at.getBoundingClientRect(), size, window, { side, align, gap });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  useLayoutEffect(() => {
    const again = (): void => place();
    again();
    const observer = new ResizeObserver(again);
    if (panel.current !== null) observer.observe(panel.current);
    addEventListener("resize", again);
    addEventListener("scroll", again, true);
    return () => {
      observer.disconnect();
      removeEventListener("resize", again);
      removeEventListener("scroll", again, true);
    };
  }, [panel]);
}

/** The focus goes to the first control, and back when the panel goes while it is in it. */
function useFocusWithin(
  panel: React.RefObject<HTMLElement | null>,
  anchor: () => Element | null,
  quiet: boolean,
): void {
  const giveBack = useEffectEvent(() => {
    const at = anchor();
    if (at instanceof HTMLElement || at instanceof SVGElement) at.focus();
  });
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null || quiet) return;
    (controlsOf(element)[0] ?? element).focus({ preventScroll: true });
    return () => {
      // Whoever pressed elsewhere has the focus there.
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement)) giveBack();
    };
  }, [panel, quiet]);
}

function useClosing(
  panel: React.RefObject<HTMLElement | null>,
  anchor: () => Element | null,
  onClose: () => void,
  quiet: boolean,
): void {
  const close = useEffectEvent(onClose);
  const isInside = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Node)) return false;
    return panel.current?.contains(target) === true || anchor()?.contains(target) === true;
  });
  useOverlay("anchored", onClose);
  useEffect(() => {
    const onElsewhere = (event: Event): void => {
      if (!quiet && !isInside(event.target)) close();
    };
    document.addEventListener("pointerdown", onElsewhere, true);
    document.addEventListener("focusin", onElsewhere, true);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere, true);
      document.removeEventListener("focusin", onElsewhere, true);
    };
  }, [quiet]);
}

/** From the last control to the first, and back. */
function stayWithin(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab") return;
  const controls = controlsOf(event.currentTarget);
  const [first, last] = [controls[0], controls.at(-1)];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  const isAtEnd = document.activeElement === from || document.activeElement === event.currentTarget;
  if (to === undefined || !isAtEnd) return;
  event.preventDefault();
  to.focus();
}

function controlsOf(panel: HTMLElement): HTMLElement[] {
  const found = panel.querySelectorAll<HTMLElement>(
    "button, input, select, textarea, a[href], [tabindex]",
  );
  return [...found].filter(
    (element) => element.tabIndex >= 0 && element.offsetParent !== null && !isDisabled(element),
  );
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(":disabled");
}
