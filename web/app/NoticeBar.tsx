/**
 * A sentence for a moment, above the dock. The live region reads it out; this is for eyes.
 */

import { useEffect } from "react";

import { cx } from "@/lib/cx";
import { openEditor } from "@/store/editing/desk";
import { sim } from "@/store/simClient";
import { type Notice, useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import css from "./Notice.module.css";

const SHOWN_MS = 5_000;

function Offer({ notice: { id, offer } }: { notice: Notice }) {
  if (offer?.edit === true) {
    const edit = (): void => {
      openEditor();
      sim.dismissNotice(id);
    };
    return (
      <Button small onClick={edit}>
        Edit it
      </Button>
    );
  }
  return (
    <Button small onClick={() => void sim.switchBranch(offer?.branch ?? 0)}>
      Go back to the other branch
    </Button>
  );
}

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
      {notice.offer !== undefined && <Offer notice={notice} />}
      <IconButton label="Dismiss" kind="quiet" small onClick={() => sim.dismissNotice(notice.id)}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
