/** What can be done with time beside playing: each verb with its name, key and sign. */

import type { ReactNode } from "react";
import { msg, spokenRow, t } from "@/language/words";

import { targetName } from "@/model/targets";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import {
  BookmarkIcon,
  EndIcon,
  FindIcon,
  RestartIcon,
  StartIcon,
  StepBackIcon,
  StepIcon,
} from "@/ui/icons";

export interface TimeVerb {
  label: string;
  shortcut: string;
  disabled: boolean;
  run: () => void;
  icon: ReactNode;
}

type Name = "restart" | "start" | "findBack" | "back" | "step" | "findOn" | "end" | "bookmark";

/** In one message: to start a lesson is another word in some languages. */
const ENDS = msg("{end, plural, =0 {Start} other {Latest instant reached}}");

export function useTimeVerbs(): Record<Name, TimeVerb> {
  const ready = useSim((state) => state.phase === "ready");
  const atStart = useSim((state) => (state.frame?.events ?? 0) === 0);
  const atEnd = useSim((state) => (state.frame?.now_us ?? 0) >= state.furthestUs);
  const selection = usePage((page) => page.selection);
  const thing = useSim(({ world, range }) =>
    world === null ? "" : lower(targetName(world, selection ?? { range })),
  );
  const isStill = !ready || atStart;
  const verb = (
    label: string,
    shortcut: string,
    disabled: boolean,
    run: () => unknown,
    icon: ReactNode,
  ): TimeVerb => ({ label, shortcut, disabled, run: () => void run(), icon });
  return {
    restart: verb(t("Restart from 0 s"), "R", !ready, () => sim.restart(), <RestartIcon />),
    start: verb(t(ENDS, { end: 0 }), "Home", isStill, () => sim.seek(0), <StartIcon />),
    findBack: verb(
      t("Previous event of {thing}", { thing }),
      "Alt+←",
      isStill,
      () => sim.find(-1),
      <FindIcon back />,
    ),
    back: verb(t("Previous event"), "←", isStill, () => sim.back(), <StepBackIcon />),
    step: verb(t("Next event"), "→", !ready, () => sim.step(), <StepIcon />),
    findOn: verb(
      t("Next event of {thing}", { thing }),
      "Alt+→",
      !ready,
      () => sim.find(1),
      <FindIcon />,
    ),
    end: verb(t(ENDS, { end: 1 }), "End", !ready || atEnd, () => sim.end(), <EndIcon />),
    bookmark: verb(
      t("Bookmark this instant"),
      "M",
      !ready,
      () => sim.addBookmark(),
      <BookmarkIcon />,
    ),
  };
}

/** Inside a sentence; names of things begin with a small letter already. */
function lower(name: string): string {
  return spokenRow().hasCase ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
