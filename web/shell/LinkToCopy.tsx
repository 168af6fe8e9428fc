/** A link as text, with a button that copies it, and as a code for cameras. */

import { t } from "@/language/words";
import { formatCount } from "@/model/units";

import { LINK_LENGTH_ADVISED } from "@/session/sharing/made";
import { Button } from "@/ui/Button";
import { QrCode } from "./QrCode";
import css from "./ShareDialog.module.css";
import { useCopy } from "./useCopy";

export function LinkToCopy({ address }: { address: string }) {
  const { field, said, copy } = useCopy<HTMLTextAreaElement>(address);
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
        <p className="small">
          {t("{length} characters.", { length: formatCount(address.length) })}
          {isLong &&
            ` ${t("Some programs cut links above {length}.", {
              length: formatCount(LINK_LENGTH_ADVISED),
            })}`}
        </p>
        <div className="verbs">
          <Button kind="primary" onClick={copy}>
            {t("Copy the link")}
          </Button>
          <p role="status">{said}</p>
        </div>
      </div>
      <QrCode address={address} />
    </div>
  );
}
