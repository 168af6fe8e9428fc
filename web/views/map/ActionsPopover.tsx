/**
 * What can be done with the thing on the map that was pressed, hanging at it.
 */
import { Popover } from "radix-ui";
import { useRef } from "react";
import { useMedia } from "@/ui/useMedia";
import { Actions } from "./Actions";
import actionsCss from "./actions.module.css";
import { NARROW, type Subject, subjectName, useMap } from "./mapContext";

export interface Opened {
  subject: Subject;
  element: Element;
}

export function ActionsPopover({ opened, close }: { opened: Opened | null; close: () => void }) {
  const { world } = useMap();
  const narrow = useMedia(NARROW);
  const anchor = useRef<Element | null>(null);
  const last = useRef<Subject | null>(null);
  if (opened) {
    anchor.current = opened.element;
    last.current = opened.subject;
  }
  return (
    <Popover.Root open={opened !== null} onOpenChange={(open) => open || close()}>
      <Popover.Anchor virtualRef={anchor as React.RefObject<Element>} />
      <Popover.Portal>
        <Popover.Content
          className={actionsCss.popover ?? ""}
          aria-label={last.current ? `Actions: ${subjectName(world, last.current)}` : "Actions"}
          side={narrow ? "bottom" : "right"}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (anchor.current instanceof HTMLElement) anchor.current.focus();
          }}
          onInteractOutside={(event) => {
            // The opener's own click toggles; leaving here first would open it again.
            if (opened?.element.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {last.current && <Actions subject={last.current} close={close} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
