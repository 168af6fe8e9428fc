/** A tip: a short explanation of a button that is pointed at or focused. Knows nothing of Raft. */

import { cloneElement, type ReactElement, type ReactNode } from "react";

import { TipArea } from "./TipArea";

interface TipProps {
  text: string;
  children: ReactElement<{ "data-tip"?: string }>;
}

export function Tip({ text, children }: TipProps) {
  return cloneElement(children, { "data-tip": text });
}

/** Once around the page: one bubble for all tips. */
export function TipProvider({ children }: { children: ReactNode }) {
  return (
    <TipArea side="top" page>
      {children}
    </TipArea>
  );
}
