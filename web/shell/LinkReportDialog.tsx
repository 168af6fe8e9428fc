/** What was wrong with a link or a file that somebody shared: foreign text, shown as text. */

import { msg, t } from "@/language/words";
import type { LinkReport } from "@/session/pageState";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

const TITLES = {
  link: {
    changed: msg("This link was opened with changes"),
    refused: msg("This link was not opened"),
  },
  file: {
    changed: msg("This file was opened with changes"),
    refused: msg("This file was not opened"),
  },
};

export function LinkReportDialog({ report }: { report: LinkReport }) {
  const { what, opened, problems } = report;
  return (
    <Dialog
      open
      onClose={sim.dismissLinkReport}
      title={t(TITLES[what][opened ? "changed" : "refused"])}
    >
      <div className="grid-4">
        <dl className="grid-3" data-testid="link-problems">
          {problems.map(({ where, found, instead }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <div key={i}>
              <dt className="strong">{where}</dt>
              <dd className="breaks">
                {found} <strong>{instead}</strong>
              </dd>
            </div>
          ))}
        </dl>
        <div className="verbs">
          <Button kind="primary" onClick={sim.dismissLinkReport}>
            {t("Continue")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
