/**
 * The link of what the page shows, as text, as a code for cameras, or as a file where it is too long.
 * Nobody gets a link that was not read back first. Must not know how links are written.
 */

import { QRCodeSVG } from "qrcode.react";
import { useEffect, useRef, useState } from "react";

import { download } from "@/lib/download";
import type { Share } from "@/lib/share/share";
import { formatInstant, plural } from "@/lib/units";
import {
  fileOf,
  LINK_LENGTH_ADVISED,
  LINK_LENGTH_MAX,
  linkOf,
  type MadeLink,
  shareOf,
} from "@/store/sharing/made";
import { simStore } from "@/store/simStore";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import css from "./ShareDialog.module.css";

export function ShareDialog({ onClose }: { onClose: () => void }) {
  // Of the moment at which it was asked for; the run may go on.
  const [share] = useState(() => shareOf(simStore.getState()));
  const made = useLink(share);
  return (
    <Dialog open onClose={onClose} title="Share this moment" kind="wide">
      {share === undefined ? (
        <p>No scenario is open: there is nothing to share yet.</p>
      ) : (
        <div className={css.share}>
          <Contents share={share} />
          {made === null && <p role="status">Writing the link and reading it back…</p>}
          {made?.kind === "link" && <Link address={made.address} />}
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
          <AsFile share={share} isOnlyWay={made !== null && made.kind !== "link"} />
        </div>
      )}
    </Dialog>
  );
}

function useLink(share: Share | undefined): MadeLink | null {
  const [made, setMade] = useState<MadeLink | null>(null);
  useEffect(() => {
    let wanted = true;
    if (share !== undefined) {
      void linkOf(share, location.origin + location.pathname).then((link) => {
        if (wanted) setMade(link);
      });
    }
    return () => {
      wanted = false;
    };
  }, [share]);
  return made;
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
      Whoever opens it sees this run at {formatInstant(at_us)}, with {listed(parts)}. Other
      branches, a run beside this one and the theme are not in it.
    </p>
  );
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function Link({ address }: { address: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid("Copied.");
    } catch {
      field.current?.select();
      setSaid("This browser does not let the page copy. The link is selected: press Ctrl+C.");
    }
  };
  const isLong = address.length > LINK_LENGTH_ADVISED;
  return (
    <div className={css.link}>
      <div className={css.text}>
        <textarea
          ref={field}
          className={css.address}
          aria-label="Link"
          readOnly
          rows={4}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={css.small}>
          {address.length.toLocaleString("en")} characters.
          {isLong && ` Some programs cut links above ${LINK_LENGTH_ADVISED.toLocaleString("en")}.`}
        </p>
        <div className={css.verbs}>
          <Button kind="primary" onClick={() => void copy()}>
            Copy the link
          </Button>
          <p role="status">{said}</p>
        </div>
      </div>
      <Code address={address} />
    </div>
  );
}

/** Bytes that the largest code holds, with the least room for damage. */
const CODE_BYTES_MAX = 2_953;
/** Above this a camera has to come near, and no room is spent on damage. */
const EASY_LENGTH_MAX = 700;

function Code({ address }: { address: string }) {
  if (address.length > CODE_BYTES_MAX) {
    return (
      <p className={css.small}>
        Too long for a QR code, which holds {CODE_BYTES_MAX.toLocaleString("en")} characters.
      </p>
    );
  }
  const isDense = address.length > EASY_LENGTH_MAX;
  return (
    <figure className={css.code}>
      <QRCodeSVG
        value={address}
        level={isDense ? "L" : "M"}
        size={isDense ? 340 : 200}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        title="QR code of the link"
      />
      {isDense && <figcaption className={css.small}>A fine code: hold the camera near.</figcaption>}
    </figure>
  );
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
