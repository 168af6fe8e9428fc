/** The dock: under the map one view of what happened, behind a bar of lenses. */

import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "@/language/words";
import type { PageLayout } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { stands } from "@/session/stage";
import { arrowTarget } from "@/ui/arrowTarget";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { ChevronIcon } from "@/ui/icons";
import { Lockable } from "@/ui/Lockable";
import css from "./Dock.module.css";
import { Lazy } from "./lazyParts";
import { useViews } from "./useViews";

/** `children`: what stands beside the views. */
export function Dock({ children }: { children?: ReactNode }) {
  const hasViews = usePage(stands("dock"));
  if (!hasViews) return null;
  return (
    <section className="ruled flex narrows on-panel" aria-label={t("What happened")}>
      <Views />
      {children}
    </section>
  );
}

function Views() {
  const tabs = useViews();
  const { view, size } = usePage((state) => state.layout);
  const tab = tabs.find(({ id }) => id === view) ?? tabs[0];
  const name = useId();
  const shown = size === "closed" ? undefined : tab;
  const watching = usePage(({ lock }) => lock === "all");
  const list = useRef<HTMLDivElement>(null);
  const chosen = tab?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each view that is chosen
  useEffect(() => showNeighbours(list.current), [chosen]);
  return (
    <Lockable className="grows" locked={watching} onRefused={sim.sayLocked}>
      <div className={css.heads}>
        <div
          ref={list}
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
          {tabs.map(({ id, title, isRare = false }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${name}-${id}`}
              className={css.tab}
              data-rare={isRare}
              aria-selected={id === tab?.id}
              aria-controls={id === shown?.id ? `${name}-view` : undefined}
              tabIndex={id === tab?.id ? 0 : -1}
              onClick={() => sim.showView(id)}
            >
              {t(title)}
            </button>
          ))}
        </div>
        {shown?.aside !== undefined && (
          <Lazy name={t(shown.title)}>
            <shown.aside />
          </Lazy>
        )}
        <Sizes size={size} setSize={sim.sizeDock} />
      </div>
      {shown !== undefined && (
        <div className={cx(css.views, size === "half" && css.half)}>
          <div
            key={shown.id}
            role="tabpanel"
            id={`${name}-view`}
            className="scroll full-height"
            aria-labelledby={`${name}-${shown.id}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached by Tab from its tab
            tabIndex={0}
          >
            <Lazy name={t(shown.title)}>
              <shown.component />
            </Lazy>
          </div>
        </div>
      )}
    </Lockable>
  );
}

/** The chosen tab in the middle: where not all fit, a press on the last that is seen shows the next. */
function showNeighbours(list: HTMLElement | null): void {
  const tab = list?.querySelector("[aria-selected=true]");
  if (list == null || tab == null) return;
  const [all, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}

interface SizesProps {
  size: PageLayout["size"];
  setSize: (size: PageLayout["size"]) => void;
}

function Sizes({ size, setSize }: SizesProps) {
  return (
    <div className="flex stays">
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
