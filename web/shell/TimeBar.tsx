/** Time under the page, and the way from the map alone to the instruments and back. */

import { t } from "@/language/words";
import { chooseLevel } from "@/session/level";
import { usePage } from "@/session/pageStore";
import { Boundary } from "@/ui/Boundary";
import { Button } from "@/ui/Button";
import { InstrumentsIcon } from "@/ui/icons";
import { Timeline } from "@/views/timeline/Timeline";
import css from "./TimeBar.module.css";

/** `brief`: for who watches. */
export function TimeBar({ brief = false }: { brief?: boolean }) {
  return (
    <section className={css.bar} aria-label={t("Time and events")} data-time="">
      <Boundary name={t("The transport")}>
        <Timeline brief={brief} />
      </Boundary>
      <Levels brief={brief} />
    </section>
  );
}

/** Where somebody else says what stands there is nothing to choose; who presents says it. */
function Levels({ brief }: { brief: boolean }) {
  const isPlain = usePage(
    ({ lock, presenting, embedded, inClass }) =>
      presenting || (lock === "none" && !embedded && inClass === "none"),
  );
  const isPlayed = usePage(({ lesson, challenge }) => lesson !== null || challenge !== null);
  if (!brief && (!isPlain || isPlayed)) return null;
  return (
    <Button
      className={css.instruments}
      kind={brief ? "plain" : "primary"}
      data-instruments=""
      aria-keyshortcuts="i"
      aria-pressed={!brief}
      onClick={() => chooseLevel(brief ? "instruments" : "watch")}
    >
      <InstrumentsIcon />
      <span>{t("Instruments")}</span>
    </Button>
  );
}
