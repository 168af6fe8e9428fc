/**
 * A link as text, with a button that copies it, and as a code for cameras. Must not know what it
 * carries.
 */

import { useRef, useState } from "react";
import { t } from "@/language/words";
import { formatCount } from "@/model/units";

import { LINK_LENGTH_ADVISED } from "@/session/sharing/made";
import { Button } from "@/ui/Button";
import { QrCode } from "./QrCode";
import css from "./ShareDialog.module.css";

export function LinkToCopy({ address }: { address: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid(t("Copied."));
    } catch {
      field.current?.select();
      setSaid(t("This browser does not let the page copy. The link is selected: press Ctrl+C."));
    }
  };
  const isLong = address.length > LINK_LENGTH_ADVISED;
  return (
    <div className={css.link}>
      <div className={css.text}>
        <textarea
          ref={field}
          className={css.address}
          aria-label={t("Link")}
          readOnly
          rows={address.length > 100 ? 4 : 1}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={css.small}>
          {t("{length} characters.", { length: formatCount(address.length) })}
          {isLong &&
            ` ${t("Some programs cut links above {length}.", {
              length: formatCount(LINK_LENGTH_ADVISED),
            })}`}
        </p>
        <div className={css.verbs}>
          <Button kind="primary" onClick={() => void copy()}>
            {t("Copy the link")}
          </Button>
          <p role="status">{said}</p>
        </div>
      </div>
      <QrCode address={address} />
    </div>
  );
}
