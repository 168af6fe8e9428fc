/**
 * The part of a panel that lies below what is in sight at first. Its code comes after the first
 * picture, unasked: whoever goes there, by scrolling, by search or with a reader, finds it. Knows
 * nothing of Raft.
 */

import { type ReactNode, Suspense } from "react";

import { Boundary } from "./Boundary";

interface BelowProps {
  /** What the part is called in a message. */
  name: string;
  children: ReactNode;
}

export function Below({ name, children }: BelowProps) {
  return (
    <Boundary name={name}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}
