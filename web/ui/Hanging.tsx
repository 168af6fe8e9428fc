/**
 * The panel of a Popover, fetched when one is first opened. Knows nothing of Raft.
 */

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

import css from "./Surface.module.css";

export interface HangingProps {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "top" | "right" | "bottom" | "left" | undefined;
  align?: "start" | "center" | "end" | undefined;
}

export function Hanging(props: HangingProps) {
  const { trigger, label, children, open, onOpenChange, side = "bottom", align = "start" } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={css.popover}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={12}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
