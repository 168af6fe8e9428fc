/**
 * The few signs that everybody knows; everything else is a word. Sixteen pixels, current colour.
 */

import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      {children}
    </svg>
  );
}

export function PlayIcon() {
  return (
    <Icon>
      <path d="M4 2.5v11l9-5.5z" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon>
      <path d="M4 3h3v10H4zM9 3h3v10H9z" />
    </Icon>
  );
}

export function StepIcon() {
  return (
    <Icon>
      <path d="M3 3v10l7-5zM11 3h2v10h-2z" />
    </Icon>
  );
}

export function StepBackIcon() {
  return (
    <Icon>
      <path d="M13 3v10L6 8zM3 3h2v10H3z" />
    </Icon>
  );
}

export function RestartIcon() {
  return (
    <Icon>
      <path d="M13 3v10L6 8zM3 3h2v10H3z" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path
        d="M4 4l8 8M12 4l-8 8"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        fill="none"
      />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="M3.5 8.5l3 3 6-7" stroke="currentColor" strokeWidth="1.5" fill="none" />
    </Icon>
  );
}

export function ChevronIcon({ up = false }: { up?: boolean }) {
  return (
    <Icon>
      <path
        d={up ? "M4 10l4-4 4 4" : "M4 6l4 4 4-4"}
        stroke="currentColor"
        strokeWidth="1.5"
        fill="none"
      />
    </Icon>
  );
}
