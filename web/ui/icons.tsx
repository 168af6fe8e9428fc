/** The few signs that everybody knows; everything else is a word. */

import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      {children}
    </svg>
  );
}

function filled(d: string) {
  return function FilledIcon() {
    return (
      <Icon>
        <path d={d} />
      </Icon>
    );
  };
}

export const PlayIcon = filled("M4 2.5v11l9-5.5z");

export function SearchIcon() {
  return (
    <Icon>
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <circle cx="7" cy="7" r="4" />
        <path d="m10.2 10.2 3.3 3.3" />
      </g>
    </Icon>
  );
}

export function ShareIcon() {
  return (
    <Icon>
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M8 9.5V2.5M5.5 4.7 8 2.2l2.5 2.5" />
        <path d="M4.8 7H3.5v6.5h9V7h-1.3" />
      </g>
    </Icon>
  );
}

export function CutIcon() {
  return (
    <Icon>
      <g fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round">
        <circle cx="4" cy="4.3" r="1.9" />
        <circle cx="4" cy="11.7" r="1.9" />
        <path d="M5.7 5.4 14 11.8M5.7 10.6 14 4.2" />
      </g>
    </Icon>
  );
}

export function InstrumentsIcon() {
  return (
    <Icon>
      <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
        <path d="M2 4.7h6.7M12 4.7h2M2 11.3h2M7.3 11.3H14" />
        <circle cx="10.4" cy="4.7" r="1.6" />
        <circle cx="5.6" cy="11.3" r="1.6" />
      </g>
    </Icon>
  );
}

export const PauseIcon = filled("M4 3h3v10H4zM9 3h3v10H9z");

export const StepIcon = filled("M3 3v10l7-5zM11 3h2v10h-2z");

export const StepBackIcon = filled("M13 3v10L6 8zM3 3h2v10H3z");

export function RestartIcon() {
  return (
    <Icon>
      <path
        d="M4.2 5A5 5 0 1 1 3 8.3"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M2.6 1.8v5h5z" />
    </Icon>
  );
}

export const StartIcon = filled("M14 3v10L8.5 8zM8.5 3v10L3 8zM1.5 3h1.5v10H1.5z");

export const EndIcon = filled("M2 3v10l5.5-5zM7.5 3v10L13 8zM13 3h1.5v10H13z");

export const MoreIcon = filled("M3 6.5h2v3H3zM7 6.5h2v3H7zM11 6.5h2v3h-2z");

/** A step to where something happens to one thing: the ring. */
export function FindIcon({ back = false }: { back?: boolean }) {
  return (
    <Icon>
      <path d={back ? "M8 3v10L2.5 8z" : "M8 3v10l5.5-5z"} />
      <circle
        cx={back ? 12 : 4}
        cy="8"
        r="2.4"
        stroke="currentColor"
        strokeWidth="1.4"
        fill="none"
      />
    </Icon>
  );
}

export const BookmarkIcon = filled("M4 1.5h8v13L8 11l-4 3.5z");

export function BranchIcon() {
  return (
    <Icon>
      <path
        d="M1.5 11.5h13M4 11.5c3 0 3-7 6-7h4.5"
        stroke="currentColor"
        strokeWidth="1.6"
        fill="none"
      />
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
