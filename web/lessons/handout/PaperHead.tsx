/** The head of a lesson on paper: room for a name, and the way from the paper to the lesson. */

import { QRCodeSVG } from "qrcode.react";
import { t } from "@/language/words";

import css from "./handout.module.css";

const SIZE_PX = 88;

interface PaperHeadProps {
  id: string;
  /** With answers it is a teacher's: nobody puts a name on it. */
  answers: boolean;
}

export function PaperHead({ id, answers }: PaperHeadProps) {
  const address = `${location.origin}${location.pathname}?lesson=${encodeURIComponent(id)}`;
  return (
    <div className={css.paperHead}>
      <div>
        {!answers && (
          <p className={css.fields}>
            <span className={css.field}>{t("Name")}</span>
            <span className={css.field}>{t("Date")}</span>
          </p>
        )}
        <p>
          {t("Play it:")} <a href={address}>{address}</a>
        </p>
      </div>
      <QRCodeSVG
        value={address}
        level="M"
        size={SIZE_PX}
        marginSize={2}
        bgColor="#ffffff"
        fgColor="#000000"
        title={t("QR code of the lesson")}
      />
    </div>
  );
}
