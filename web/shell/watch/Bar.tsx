/** Time for who watches: play, on and back, which instant, how fast; and the way to everything else. */

import { t } from "@/language/words";
import { chooseLevel } from "@/session/level";
import { Button } from "@/ui/Button";
import { InstrumentsIcon } from "@/ui/icons";
import { Timeline } from "@/views/timeline/Timeline";
import css from "./watch.module.css";

export function Bar() {
  return (
    <div className={css.bar} data-time>
      <Timeline brief />
      <Button
        className={css.instruments}
        data-instruments=""
        aria-keyshortcuts="i"
        onClick={() => chooseLevel("instruments")}
      >
        <InstrumentsIcon />
        <span>{t("Instruments")}</span>
      </Button>
    </div>
  );
}
