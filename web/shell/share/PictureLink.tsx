/** The short link, which carries a picture where it is sent. */

import { useEffect, useState } from "react";
import { t } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import type { Share } from "@/model/share/share";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import css from "../ShareDialog.module.css";
import { useCopy } from "../useCopy";
import { foundStaticPage, staticPageOf } from "./staticPage";

export function PictureLink({ share }: { share: Share }) {
  const address = useStaticPage(share);
  const { field, said, copy } = useCopy<HTMLInputElement>(address ?? "");
  if (address === null) return null;
  return (
    <div className={css.text}>
      <p>
        {share.lesson === null
          ? t(
              "This short link shows a picture when you send it and opens the scenario from its start; the one above holds this moment and everything that you change by hand.",
            )
          : t(
              "This short link shows a picture when you send it and opens the step from its start; the one above holds this moment and everything that you change by hand.",
            )}
      </p>
      <div className="verbs">
        <input
          ref={field}
          className={css.short}
          aria-label={t("Short link with a picture")}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={copy}>{t("Copy the short link")}</Button>
        <p role="status">{said}</p>
      </div>
    </div>
  );
}

/** Null until it was found there, and where there is none. */
function useStaticPage(share: Share): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const { session, world } = simStore.getState();
    const page = staticPageOf(share, {
      variant: world?.variants[0]?.id ?? "",
      seed: session === null ? 0 : seedOf(session.text),
      beganUs: lessonStore.getState().beganUs,
    });
    if (page === null) return;
    let isWanted = true;
    const home = new URL(".", location.href).href;
    void foundStaticPage(page, home, (url) => fetch(url)).then((found) => {
      if (isWanted) setAddress(found);
    });
    return () => {
      isWanted = false;
    };
  }, [share]);
  return address;
}

function seedOf(text: string): number {
  const { seed } = JSON.parse(text) as { seed?: number };
  return seed ?? 1;
}
