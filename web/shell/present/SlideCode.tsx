/** The code on a slide: a room takes the run along at the instant that is shown. */

import { useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { classStore } from "@/classroom/classStore";
import { readableCode } from "@/classroom/place";
import { t } from "@/language/words";
import { pageStore, usePage } from "@/session/pageStore";
import { shareOf } from "@/session/sharing/made";
import { simStore, useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { QrCode } from "../QrCode";
import { useLink } from "../useLink";
import css from "./present.module.css";

/** From the back row a camera reads a code of this size. */
const SIZE_PX = 400;

export function SlideCode() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t("QR code")}
      </Button>
      {/* Outside the page's head: the head must not hold it back. */}
      {shown && createPortal(<Corner />, document.body)}
    </>
  );
}

/** While a class is led, the way into it; else the way to what is shown. */
function Corner() {
  const leads = usePage((stage) => stage.inClass === "leads");
  return leads ? <ClassCorner /> : <SlideCorner />;
}

function ClassCorner() {
  const { link, code } = useStore(classStore);
  return (
    <aside className={css.corner} aria-label={t("The class as a link")}>
      <QrCode address={link} size={SIZE_PX} />
      <p className={css.read}>{link}</p>
      <p className={css.read}>{readableCode(code)}</p>
    </aside>
  );
}

function SlideCorner() {
  // Of where the run stands; while it plays the code holds still, for cameras.
  const us = useSim((state) => (state.playing ? -1 : (state.frame?.now_us ?? 0)));
  const [held, setHeld] = useState(() => ({
    us,
    share: shareOf(simStore.getState(), pageStore.getState()),
  }));
  if (us >= 0 && us !== held.us)
    setHeld({ us, share: shareOf(simStore.getState(), pageStore.getState()) });
  const made = useLink(held.share, "");
  if (made === null) return null;
  return (
    <aside className={css.corner} aria-label={t("This slide as a link")}>
      {made.kind === "link" ? (
        <QrCode address={made.address} size={SIZE_PX} />
      ) : (
        <p>{t("Too long for a code: end the presentation and share it as a file.")}</p>
      )}
    </aside>
  );
}
