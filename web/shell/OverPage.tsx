/** The dialogs over the page: what somebody asked for, and what a file or a link was refused for. */

import { t, translate } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { closeDialog, useDialog } from "./commands/dialogs";
import { DIALOGS } from "./dialogTable";
import { Lazy, LinkReportDialog, RejectedDialog } from "./lazyParts";

export function OpenDialog() {
  const asked = useDialog();
  if (asked === null) return null;
  const Dialog = DIALOGS[asked];
  return (
    <Lazy name={t("The dialog")}>
      <Dialog onClose={closeDialog} />
    </Lazy>
  );
}

/** Of a link that was not as it should be. */
export function Report() {
  const report = usePage((state) => state.linkReport);
  if (report === null) return null;
  return (
    <Lazy name={t("The dialog")}>
      <LinkReportDialog report={report} />
    </Lazy>
  );
}

/** Only while a scenario runs: without one its place says what happened. */
export function Rejected() {
  const isRejected = usePage((state) => state.rejected !== null);
  const running = useSim((state) => (state.phase === "ready" ? state.world?.title : undefined));
  if (!isRejected || running === undefined) return null;
  return (
    <Lazy name={t("The dialog")}>
      <RejectedDialog running={translate(running)} />
    </Lazy>
  );
}
