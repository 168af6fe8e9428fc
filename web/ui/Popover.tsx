/** A panel that hangs at a button, does not block the page, and is fetched when first opened. */

import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { t } from "@/language/words";

import { Boundary } from "./Boundary";
import { lazily } from "./lazily";
import type { PopoverPanelProps } from "./PopoverPanel";

const PopoverPanel = lazily(async () => ({
  default: (await import("./PopoverPanel")).PopoverPanel,
}));

interface PopoverProps extends Omit<PopoverPanelProps, "trigger" | "open" | "onOpenChange"> {
  trigger: ReactElement<ButtonParts>;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

interface ButtonParts {
  onClick?: () => void;
  "aria-haspopup"?: "dialog";
  "aria-expanded"?: boolean;
}

export function Popover({ trigger, open, onOpenChange, ...rest }: PopoverProps) {
  const [own, setOwn] = useState(false);
  const [asked, setAsked] = useState(false);
  const isOpen = open ?? own;
  const change = (next: boolean): void => {
    if (next) setAsked(true);
    setOwn(next);
    onOpenChange?.(next);
  };
  const button = cloneElement(trigger, {
    onClick: () => change(true),
    "aria-haspopup": "dialog",
    "aria-expanded": false,
  });
  if (!asked && !isOpen) return button;
  return (
    <Boundary name={t("The panel")}>
      <Suspense fallback={button}>
        <PopoverPanel {...rest} trigger={trigger} open={isOpen} onOpenChange={change} />
      </Suspense>
    </Boundary>
  );
}
