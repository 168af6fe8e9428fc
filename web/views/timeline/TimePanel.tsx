/** What is needed of time now and then, by name. */

import { usePage } from "@/session/pageStore";
import { isLocked } from "@/session/stage";
import { Button } from "@/ui/Button";
import css from "./timeline.module.css";
import { useTimeVerbs } from "./verbs";

export function TimePanel() {
  const { restart, start, findBack, findOn, end, bookmark } = useTimeVerbs();
  const locked = usePage(isLocked);
  const verbs = locked
    ? [start, findBack, findOn, end]
    : [bookmark, start, findBack, findOn, end, restart];
  return (
    <div className={css.named}>
      {verbs.map(({ label, disabled, run, icon }) => (
        <Button key={label} kind="quiet" disabled={disabled} onClick={run}>
          {icon}
          {label}
        </Button>
      ))}
    </div>
  );
}
