/**
 * A tip: a short explanation beside the thing that is pointed at or focused. Knows nothing of Raft.
 */

import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";

import css from "./Surface.module.css";

interface TipProps {
  text: string;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left" | undefined;
}

export function Tip({ text, children, side = "top" }: TipProps) {
  return (
    <Tooltip.Root delayDuration={500}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={css.tip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Once around the page: tips that follow each other appear without delay. */
export function TipProvider({ children }: { children: ReactNode }) {
  return <Tooltip.Provider skipDelayDuration={300}>{children}</Tooltip.Provider>;
}
