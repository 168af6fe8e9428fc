/** A sentence for a moment, above the dock. The live region reads it out; this is for eyes. */

import { useEffect } from "react";
import { t } from "@/language/words";
import type { Notice } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { CloseIcon } from "@/ui/icons";
import { goOnWith } from "./keptSession";
import css from "./Notice.module.css";

const SHOWN_MS = 5_000;

export function NoticeBar() {
  const notice = usePage((state) => state.notice);
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
      {notice.offer !== undefined && <Offer offer={notice.offer} />}
      <IconButton
        label={t("Dismiss")}
        kind="quiet"
        small
        onClick={() => sim.dismissNotice(notice.id)}
      >
        <CloseIcon />
      </IconButton>
    </div>
  );
}

function Offer({ offer }: { offer: NonNullable<Notice["offer"]> }) {
  if ("session" in offer) {
    return (
      <Button small onClick={() => void goOnWith(offer.session)}>
        {t("Continue it")}
      </Button>
    );
  }
  const isBranch = "branch" in offer;
  return (
    <Button small onClick={() => (isBranch ? void sim.switchBranch(offer.branch) : offer.take())}>
      {isBranch ? t("Go back to the other branch") : offer.label}
    </Button>
  );
}
