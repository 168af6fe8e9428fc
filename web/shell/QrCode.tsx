/** A link as a code for cameras; pressed, it fills the screen for a whole room. */

import { QRCodeSVG } from "qrcode.react";
import { useEffect, useRef, useState } from "react";
import { t } from "@/language/words";
import { formatCount } from "@/model/units";

import { pageStore } from "@/session/pageStore";
import css from "./QrCode.module.css";

/** Bytes that the largest code holds, with the least room for damage. */
const CODE_BYTES_MAX = 2_953;
/** Above this a camera has to come near, and no room is spent on damage. */
const EASY_LENGTH_MAX = 700;

export function QrCode({ address, size }: { address: string; size?: number | undefined }) {
  const [isLarge, setLarge] = useState(false);
  if (address.length > CODE_BYTES_MAX) {
    return (
      <p className="small">
        {t("Too long for a QR code, which holds {length} characters.", {
          length: formatCount(CODE_BYTES_MAX),
        })}
      </p>
    );
  }
  const isDense = address.length > EASY_LENGTH_MAX;
  return (
    <figure className={css.code}>
      <button
        type="button"
        className={css.open}
        aria-label={t("Show the QR code on the full screen")}
        onClick={() => setLarge(true)}
      >
        <Picture address={address} size={size ?? (isDense ? 340 : 200)} />
      </button>
      {isDense && (
        <figcaption className="small">{t("A dense code: hold the camera close.")}</figcaption>
      )}
      {isLarge && <Large address={address} onClose={() => setLarge(false)} />}
    </figure>
  );
}

function Picture({ address, size }: { address: string; size: number }) {
  return (
    <QRCodeSVG
      value={address}
      level={address.length > EASY_LENGTH_MAX ? "L" : "M"}
      size={size}
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      title={t("QR code of the link")}
    />
  );
}

/** Above everything; any press closes it. */
function Large({ address, onClose }: { address: string; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    const leave = fillScreen(onClose);
    return () => {
      leave();
      dialog?.close();
    };
  }, [onClose]);
  return (
    <dialog
      ref={ref}
      className={css.large}
      aria-label={t("QR code of the link")}
      onCancel={(event) => {
        event.preventDefault();
        // What lies below stays open.
        event.stopPropagation();
        onClose();
      }}
    >
      <button
        type="button"
        className={css.close}
        onClick={onClose}
        aria-label={t("Close the QR code")}
      >
        <Picture address={address} size={1_000} />
        <span>{short(address)}</span>
      </button>
    </dialog>
  );
}

/** A presentation has a screen of its own, and leaving that would end it. Gives the way back. */
function fillScreen(onLeft: () => void): () => void {
  if (pageStore.getState().presenting || document.fullscreenElement !== null) return () => {};
  if (!document.fullscreenEnabled) return () => {};
  const onChange = (): void => {
    if (document.fullscreenElement === null) onLeft();
  };
  // A browser that refuses leaves the code as large as the window.
  const filled = document.documentElement.requestFullscreen().then(
    () => document.addEventListener("fullscreenchange", onChange),
    () => undefined,
  );
  return () => {
    document.removeEventListener("fullscreenchange", onChange);
    void filled.then(() => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    });
  };
}

/** What a person could type; a fragment nobody types. */
function short(address: string): string {
  return address.length <= 80 ? address : `${address.slice(0, 78)}…`;
}
