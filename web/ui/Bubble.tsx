/**
 * The bubble of a TipArea: the explanation beside the thing that is asked. Must not know what is
 * explained.
 */

import { Tooltip } from "radix-ui";
import { useEffect, useReducer, useState } from "react";
import { createPortal } from "react-dom";

import css from "./TipArea.module.css";

/** The widest bubble and its distance. */
const ROOM_BESIDE = 300;

interface BubbleProps {
  id: string;
  target: HTMLElement;
  side: "top" | "right" | "bottom" | "left";
  onClose: () => void;
}

/**
 * The tooltip hangs at a stand-in that lies exactly over the explained element. The stand-in stands
 * outside of every scrolling panel: a panel that scrolls to show the focused figure would otherwise
 * close its explanation.
 */
export function Bubble({ id, target, side, onClose }: BubbleProps) {
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
