/**
 * A sentence for a moment, above the dock. The live region reads it out; this is for eyes.
 */

import { useEffect } from "react";

import { cx } from "@/lib/cx";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import css from "./Notice.module.css";

const SHOWN_MS = 5_000;

export function NoticeBar() {
  const notice = useSim((state) => state.notice);
  useEffect(() => {
    // What can be answered stays until it is answered.
    if (notice === null || notice.alert || notice.offer !== undefined) return;
    const timer = window.setTimeout(() => sim.dismissNotice(notice.id), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [notice]);
  if (notice === null) return null;
  return (
    <div className={cx(css.notice, notice.alert && css.alert)} data-testid="notice">
      <p>{notice.text}</p>
      {notice.offer !== undefined && (
        <Button small onClick={() => void sim.switchBranch(notice.offer?.branch ?? 0)}>
          Go back to the other branch
        </Button>
      )}
      <IconButton label="Dismiss" kind="quiet" small onClick={() => sim.dismissNotice(notice.id)}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
