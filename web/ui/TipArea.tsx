/**
 * Explanations for many figures through one tooltip: whatever stands inside an area and carries
 * `data-tip` is explained on hover, on keyboard focus and on a tap. One bubble for all keeps figures
 * that change many times a second cheap.
 * Must not know what is explained.
 */

import { Tooltip } from "radix-ui";
import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";

import { cx } from "@/lib/cx";
import css from "./TipArea.module.css";

const HOVER_DELAY_MS = 300;
/** Time to reach the bubble, so that its text can be read at leisure or copied. */
const LEAVE_DELAY_MS = 200;
/** The widest bubble and its distance. */
const ROOM_BESIDE = 300;

interface TipAreaProps {
  children: ReactNode;
  className?: string | undefined;
  /** Where the bubble prefers to stand. */
  side?: "top" | "right" | "bottom" | "left" | undefined;
}

export function TipArea({ children, className, side = "left" }: TipAreaProps) {
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
      className={cx(css.area, className)}
      onPointerOver={(event) => {
        if (event.pointerType !== "mouse") return;
        const over = explained(event);
        // Over the bubble itself, which React counts as inside: it stays.
        if (!event.currentTarget.contains(event.target as Node)) show(target, 0);
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
      // A finger has no hover: a tap asks.
      onPointerUp={(event) => {
        if (event.pointerType !== "mouse") show(explained(event), 0);
      }}
    >
      {children}
      {target !== null && (
        <Bubble id={id} target={target} side={side} onClose={() => show(null, 0)} />
      )}
    </div>
  );
}

interface ExplainedProps {
  /** What exactly is counted, in a sentence. */
  text: string;
  children: ReactNode;
  /** For figures that make no sense when read alone. */
  label?: string | undefined;
  className?: string | undefined;
  tabIndex?: number | undefined;
}

/** A word or figure that can be asked; stands inside a TipArea. */
export function Explained({ text, children, label, className, tabIndex }: ExplainedProps) {
  return (
    <button
      type="button"
      className={cx(css.tip, className)}
      data-tip={text}
      aria-label={label}
      tabIndex={tabIndex}
    >
      {children}
    </button>
  );
}

interface BubbleProps {
  id: string;
  target: HTMLElement;
  side: NonNullable<TipAreaProps["side"]>;
  onClose: () => void;
}

/**
 * The tooltip hangs at a stand-in that lies exactly over the explained element. The stand-in stands
 * outside of every scrolling panel: a panel that scrolls to show the focused figure would otherwise
 * close its explanation.
 */
function Bubble({ id, target, side, onClose }: BubbleProps) {
  const [text, setText] = useState(target.dataset.tip ?? "");
  const place = usePlace(target, side);
  useEffect(() => {
    const read = (): void => setText(target.dataset.tip ?? "");
    read();
    const observer = new MutationObserver(read);
    observer.observe(target, { attributeFilter: ["data-tip"] });
    target.setAttribute("aria-describedby", id);
    return () => {
      observer.disconnect();
      target.removeAttribute("aria-describedby");
    };
  }, [target, id]);
  // What is explained may go while it is: a column that is scrolled out of sight.
  if (!target.isConnected) return null;
  return createPortal(
    <Tooltip.Provider>
      <Tooltip.Root
        key={`${place.left} ${place.top}`}
        open
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Tooltip.Trigger asChild>
          <span
            aria-hidden
            className={css.standIn}
            style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            className={css.bubble}
            side={place.side}
            sideOffset={8}
            collisionPadding={8}
            // Without it the text would stand in the page twice, under one id.
            aria-label={text}
          >
            <span id={id}>{text}</span>
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>,
    document.body,
  );
}

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  side: BubbleProps["side"];
}

/** Where the stand-in lies; measured again whenever something scrolls. */
function usePlace(target: HTMLElement, side: BubbleProps["side"]): Place {
  const [, measureAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    window.addEventListener("scroll", measureAgain, true);
    return () => window.removeEventListener("scroll", measureAgain, true);
  }, []);
  const rect = target.getBoundingClientRect();
  const { top, right, height } = rect;
  // Beside the whole area where there is room, so that the figures around stay in view.
  const area = target.closest(`.${css.area}`)?.getBoundingClientRect();
  const beside = side === "left" && area !== undefined && area.left > ROOM_BESIDE;
  const left = beside ? area.left : rect.left;
  const width = right - left;
  return { left, top, width, height, side: side === "left" && !beside ? "top" : side };
}

function explained(event: PointerEvent | FocusEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
}
