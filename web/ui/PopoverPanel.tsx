/** The panel of a Popover with its button, fetched when one is first opened. */

import { cloneElement, type ReactElement, type ReactNode, useRef } from "react";
import { Anchored } from "./Anchored";
import type { Align, Side } from "./anchor";

export interface PopoverPanelProps {
  trigger: ReactElement<{ onClick?: () => void; "aria-expanded"?: boolean }>;
  label: string;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: Side | undefined;
  align?: Align | undefined;
}

const GAP = 6;

export function PopoverPanel(props: PopoverPanelProps) {
  const { trigger, label, children, open, onOpenChange, side = "bottom", align = "start" } = props;
  const before = useRef<HTMLSpanElement>(null);
  const button = cloneElement(trigger, {
    onClick: () => onOpenChange(!open),
    "aria-expanded": open,
  });
  return (
    <>
      <span ref={before} hidden />
      {button}
      {open && (
        <Anchored
          label={label}
          anchor={() => before.current?.nextElementSibling ?? null}
          side={side}
          align={align}
          gap={GAP}
          onClose={() => onOpenChange(false)}
        >
          {children}
        </Anchored>
      )}
    </>
  );
}
