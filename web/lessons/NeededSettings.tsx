/** The settings that a step's task speaks of; which value is right is the person's to find. */

import { Setting } from "@/views/story/Setting";
import css from "./lessons.module.css";
import type { LessonState } from "./machine";
import { useNeeds } from "./useNeeds";

export function NeededSettings({ play }: { play: LessonState }) {
  const { all } = useNeeds(play);
  const names = all.flatMap(({ what }) => ("setting" in what ? [what.setting] : []));
  if (names.length === 0) return null;
  return (
    <div className={css.needed} data-needed>
      {names.map((name) => (
        <Setting key={name} name={name} />
      ))}
    </div>
  );
}
