/**
 * A panel that hangs at a button. It does not block the page. Knows nothing of Raft.
 */

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

import css from "./Surface.module.css";

interface PopoverProps {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  side?: "top" | "right" | "bottom" | "left" | undefined;
  align?: "start" | "center" | "end" | undefined;
}

export function Popover(props: PopoverProps) {
  const { trigger, label, children, open, onOpenChange, side = "bottom", align = "start" } = props;
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
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
