/**
 * Explains whatever inside it carries `data-tip`, or a glossary word in `data-term`. One bubble
 * for all keeps figures that change many times a second cheap.
 */

import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

import { cx } from "./cx";
import { lazily } from "./lazily";
import css from "./TipArea.module.css";

/** What is not explained for now is explained the next time. */
const Bubble = lazily(
  async () => ({ default: (await import("./Bubble")).Bubble }),
  () => null,
);

const HOVER_DELAY_MS = 300;
/** Time to reach the bubble, so that its text can be read at leisure or copied. */
const LEAVE_DELAY_MS = 200;
interface TipAreaProps {
  children: ReactNode;
  className?: string | undefined;
  /** Where the bubble prefers to stand. */
  side?: "top" | "right" | "bottom" | "left" | undefined;
  /** The whole page: what it explains are buttons, which a tap presses. */
  page?: boolean | undefined;
}

export function TipArea({ children, className, side = "left", page = false }: TipAreaProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const delay = useRef<number | undefined>(undefined);
  const show = (element: HTMLElement | null, delayMs: number): void => {
    window.clearTimeout(delay.current);
    if (delayMs === 0) setTarget(element);
    else delay.current = window.setTimeout(() => setTarget(element), delayMs);
  };
  useEffect(() => () => window.clearTimeout(delay.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for its members, which are buttons
    <div
      className={cx(css.area, page && css.page, className)}
      onPointerOver={(event) => {
        if (event.pointerType !== "mouse") return;
        const over = explained(event);
        // Over the bubble itself: it stays.
        if ((event.target as Element).closest('[role="tooltip"]') !== null) show(target, 0);
        else if (over === null) show(null, LEAVE_DELAY_MS);
        else show(over, target === null ? HOVER_DELAY_MS : 0);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse") show(null, LEAVE_DELAY_MS);
      }}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) show(explained(event), 0);
      }}
      onBlur={() => show(null, 0)}
      onPointerDown={() => {
        if (page) show(null, 0);
      }}
      // A finger has no hover: a tap asks.
      onPointerUp={(event) => {
        if (!page && event.pointerType !== "mouse") show(explained(event), 0);
      }}
    >
      {children}
      {target !== null && (
        <Suspense fallback={null}>
          <Bubble id={id} target={target} side={side} onClose={() => show(null, 0)} />
        </Suspense>
      )}
    </div>
  );
}

interface ExplainedProps {
  /** What exactly is counted, in a sentence. */
  text?: string | undefined;
  /** In its place a word of the glossary, which explains it. */
  term?: string | undefined;
  children: ReactNode;
  /** For figures that make no sense when read alone. */
  label?: string | undefined;
  className?: string | undefined;
  tabIndex?: number | undefined;
}

/** A word or figure that can be asked; stands inside a TipArea. */
export function Explained({ text, term, children, label, className, tabIndex }: ExplainedProps) {
  return (
    <button
      type="button"
      className={cx(css.tip, className)}
      data-tip={text}
      data-term={term}
      aria-label={label}
      tabIndex={tabIndex}
    >
      {children}
    </button>
  );
}

/** What an event is about, when it lies in this area and not in one inside it. */
function explained(event: PointerEvent | FocusEvent): HTMLElement | null {
  if (!(event.target instanceof Element)) return null;
  const found = event.target.closest<HTMLElement>("[data-tip], [data-term]");
  // Panels that hang elsewhere in the document belong to the page's own area.
  const area = found?.closest(`.${css.area}`) ?? null;
  const isOwn = area === event.currentTarget || (area === null && isPage(event.currentTarget));
  return isOwn ? found : null;
}

function isPage(area: Element): boolean {
  return area.matches(`.${css.page}`);
}
