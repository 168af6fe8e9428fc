/**
 * The link of what the page shows, as text, as a code for cameras, or as a file where it is too long.
 * Nobody gets a link that was not read back first. Must not know how links are written.
 */

import { useState } from "react";
import type { Share } from "@/model/share/share";
import { formatInstant, plural } from "@/model/units";
import { download } from "@/session/download";
import { fileOf, LINK_LENGTH_MAX, shareOf } from "@/session/sharing/made";
import { simStore } from "@/session/simStore";
import { PANELS } from "@/session/stage";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { LinkToCopy } from "./LinkToCopy";
import css from "./ShareDialog.module.css";
import { ShareIds } from "./ShareIds";
import { ShareOptions } from "./ShareOptions";
import { queryOf, type Staged } from "./shareQuery";
import { useLink } from "./useLink";

const AS_EVER: Staged = {
  panels: PANELS,
  locked: false,
  theme: null,
  presenting: false,
  beside: null,
};

export function ShareDialog({ onClose }: DialogProps) {
  // Of the moment at which it was asked for; the run may go on.
  const [share] = useState(() => shareOf(simStore.getState()));
  const [staged, setStaged] = useState(AS_EVER);
  const made = useLink(share, queryOf(staged));
  return (
    <Dialog open onClose={onClose} title="Share this moment" kind="wide">
      {share === undefined ? (
        <p>No scenario is open: there is nothing to share yet.</p>
      ) : (
        <div className={css.share}>
          <Contents share={share} />
          <ShareOptions staged={staged} onChange={setStaged} />
          {made === null && <p role="status">Writing the link and reading it back…</p>}
          {made?.kind === "link" && <LinkToCopy address={made.address} />}
          {made?.kind === "too-long" && (
            <p role="alert">
              A link to this would have {made.length.toLocaleString("en")} characters. Many programs
              cut links above {LINK_LENGTH_MAX.toLocaleString("en")}, so send it as a file.
            </p>
          )}
          {made?.kind === "not-whole" && (
            <p role="alert">
              The link was read back and something differed ({made.where}), so it is not offered.
              Send it as a file.
            </p>
          )}
          <ShareIds />
          <AsFile share={share} isOnlyWay={made !== null && made.kind !== "link"} />
        </div>
      )}
    </Dialog>
  );
}

/** What whoever gets it will see. */
function Contents({ share }: { share: Share }) {
  const { scenario, seed, at_us, actions, bookmarks, lesson, select } = share;
  const parts = [
    scenario.kind === "builtin" ? "the scenario" : "your scenario, whole",
    `seed ${seed ?? "of the scenario"}`,
    actions.length === 0 ? "" : `${plural(actions.length, "action")} by hand`,
    bookmarks.length === 0 ? "" : plural(bookmarks.length, "bookmark"),
    lesson === null ? "" : "the step of the lesson",
    select === "" ? "" : "what is selected",
  ].filter((part) => part !== "");
  return (
    <p>
      Whoever opens it sees this run at {formatInstant(at_us)}, with {listed(parts)}. Other branches
      are not in it.
    </p>
  );
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function AsFile({ share, isOnlyWay }: { share: Share; isOnlyWay: boolean }) {
  const save = (): void => {
    const { name, text } = fileOf(share);
    download(name, text);
  };
  return (
    <div className={css.file}>
      <p>As a file it is of any length. “Open…” takes it, and so does a drop on the page.</p>
      <Button kind={isOnlyWay ? "primary" : "plain"} onClick={save}>
        Save as a file
      </Button>
    </div>
  );
}
