/** The bubble of a TipArea: the explanation beside the thing that is asked. */

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { meaningOf } from "@/model/glossary";
import { type Box, placeAt, type Side } from "./anchor";
import css from "./TipArea.module.css";

/** The widest bubble and its distance. */
const ROOM_BESIDE = 300;
const GAP = 8;

interface BubbleProps {
  id: string;
  target: HTMLElement;
  side: Side;
  onClose: () => void;
}

/** Parts of the page that are named for those who do not see it: nothing stands outside of them. */
const LANDMARKS =
  'main, aside, header, nav, section[aria-label], section[aria-labelledby], dialog, [role="dialog"]';

/** The meanings of words come with the bubble: nobody needs them before. */
function textOf({ dataset: { tip, term } }: HTMLElement): string {
  return tip ?? (term === undefined ? "" : meaningOf(term));
}

/** It lies over every panel, so that none cuts it off, and in the part that it speaks of. */
export function Bubble({ id, target, side, onClose }: BubbleProps) {
  const [text, setText] = useState(textOf(target));
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => bubble.current?.showPopover(), []);
  usePlace(bubble, target, side);
  useEffect(() => {
    const read = (): void => setText(textOf(target));
    read();
    const observer = new MutationObserver(read);
    observer.observe(target, { attributeFilter: ["data-tip", "data-term"] });
    target.setAttribute("aria-describedby", id);
    return () => {
      observer.disconnect();
      target.removeAttribute("aria-describedby");
    };
  }, [target, id]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  // What is explained may go while it is: a column that is scrolled out of sight.
  if (!target.isConnected) return null;
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className={css.bubble}
      style={{ position: "fixed", left: 0, top: 0 }}
    >
      {text}
    </div>,
    target.closest(LANDMARKS) ?? document.body,
  );
}

/** Placed before it is seen, and again whenever something moves or says something else. */
function usePlace(
  bubble: React.RefObject<HTMLElement | null>,
  target: HTMLElement,
  side: Side,
): void {
  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return;
    const place = (): void => {
      const size = element.getBoundingClientRect();
      const window = { left: 0, top: 0, width: innerWidth, height: innerHeight };
      const { anchor, at } = anchorOf(target, side);
      const { left, top } = placeAt(anchor, size, window, { side: at, align: "center", gap: GAP });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener("scroll", place, true);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", place, true);
    };
  }, [bubble, target, side]);
}

/** Beside the whole area where there is room, so that the figures around stay in view. */
function anchorOf(target: HTMLElement, side: Side): { anchor: Box; at: Side } {
  const { left, top, right, width, height } = target.getBoundingClientRect();
  const area = target.closest(`.${css.area}`)?.getBoundingClientRect();
  const beside = side === "left" && area !== undefined && area.left > ROOM_BESIDE;
  if (!beside) return { anchor: { left, top, width, height }, at: side === "left" ? "top" : side };
  return { anchor: { left: area.left, top, width: right - area.left, height }, at: "left" };
}
