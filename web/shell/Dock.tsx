/**
 * The dock: time on one line, and under it one view of what happened. It opens to half the page.
 * Must not know any view.
 */

import { type ReactNode, useId } from "react";
import { t } from "@/language/words";
import { chooseLevel } from "@/session/level";
import { usePage } from "@/session/pageStore";
import type { Shown } from "@/session/shown";
import { sim } from "@/session/simClient";
import { stands } from "@/session/stage";
import { arrowTarget } from "@/ui/arrowTarget";
import { Boundary } from "@/ui/Boundary";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { ChevronIcon, InstrumentsIcon } from "@/ui/icons";
import { Lockable } from "@/ui/Lockable";
import { Timeline } from "@/views/timeline/Timeline";
import css from "./Dock.module.css";
import { Later } from "./later";
import { useViews } from "./useViews";

/** `children`: what stands beside the views. */
export function Dock({ children }: { children?: ReactNode }) {
  const hasTime = usePage(stands("time"));
  const hasViews = usePage(stands("dock"));
  if (!hasTime && !hasViews) return null;
  return (
    <section className={css.dock} aria-label={t("Time and events")}>
      {hasTime && (
        <div className={css.bar}>
          <Boundary name={t("The transport")}>
            <Timeline />
          </Boundary>
          <ToTheMap />
        </div>
      )}
      {hasViews && (
        <div className={css.below}>
          <Views />
          {children}
        </div>
      )}
    </section>
  );
}

/** Back to the map with one sentence. */
function ToTheMap() {
  const isPlain = usePage(
    ({ lock, presenting, embedded, inClass }) =>
      lock === "none" && !presenting && !embedded && inClass === "none",
  );
  const isPlayed = usePage(({ lesson, challenge }) => lesson !== null || challenge !== null);
  if (!isPlain || isPlayed) return null;
  return (
    <IconButton label={t("Only the map")} shortcut="I" onClick={() => chooseLevel("watch")}>
      <InstrumentsIcon />
    </IconButton>
  );
}

function Views() {
  const tabs = useViews();
  const { view, size } = usePage((state) => state.shown);
  const tab = tabs.find(({ id }) => id === view) ?? tabs[0];
  const name = useId();
  const shown = size === "closed" ? undefined : tab;
  const watching = usePage(({ lock }) => lock === "all");
  return (
    <Lockable className={css.whole} locked={watching} onRefused={sim.sayLocked}>
      <div className={css.heads}>
        <div
          role="tablist"
          className={css.tabs}
          aria-label={t("Views of what happened")}
          data-views=""
          onKeyDown={(event) => {
            const next = arrowTarget(event);
            const to = tabs[next?.place ?? -1];
            next?.element.focus();
            if (to !== undefined) sim.showView(to.id);
          }}
        >
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${name}-${id}`}
              className={css.tab}
              aria-selected={id === tab?.id}
              aria-controls={id === shown?.id ? `${name}-view` : undefined}
              tabIndex={id === tab?.id ? 0 : -1}
              onClick={() => sim.showView(id)}
            >
              {t(title)}
            </button>
          ))}
        </div>
        <Sizes size={size} setSize={sim.sizeDock} />
      </div>
      {shown !== undefined && (
        <div
          className={cx(css.views, size === "half" && css.half)}
          data-tall={shown.isTall === true}
        >
          <div
            key={shown.id}
            role="tabpanel"
            id={`${name}-view`}
            className={css.view}
            aria-labelledby={`${name}-${shown.id}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached by Tab from its tab
            tabIndex={0}
          >
            <Later name={t(shown.title)}>
              <shown.component />
            </Later>
          </div>
        </div>
      )}
    </Lockable>
  );
}

interface SizesProps {
  size: Shown["size"];
  setSize: (size: Shown["size"]) => void;
}

function Sizes({ size, setSize }: SizesProps) {
  return (
    <div className={css.sizes}>
      <IconButton
        label={size === "open" ? t("Open to half of the page") : t("Open the views")}
        kind="quiet"
        small
        disabled={size === "half"}
        onClick={() => setSize(size === "closed" ? "open" : "half")}
      >
        <ChevronIcon up />
      </IconButton>
      <IconButton
        label={size === "half" ? t("Make the views smaller") : t("Close the views")}
        kind="quiet"
        small
        disabled={size === "closed"}
        onClick={() => setSize(size === "half" ? "open" : "closed")}
      >
        <ChevronIcon />
      </IconButton>
    </div>
  );
}
