/**
 * The dock: time on one line, and under it one view of what happened. It opens to half the page.
 * Further views of the same events get a tab here.
 */

import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";

import { cx } from "@/lib/cx";
import { Boundary } from "@/ui/Boundary";
import { IconButton } from "@/ui/Button";
import { ChevronIcon } from "@/ui/icons";
import { RequestsView } from "@/views/requests/RequestsView";
import { Timeline } from "@/views/timeline/Timeline";
import css from "./Dock.module.css";
import { Events, Later, LogsView } from "./later";

type Size = "closed" | "open" | "half";

interface DockTab {
  id: string;
  label: string;
  view: () => ReactNode;
}

export const DOCK_TABS: readonly DockTab[] = [
  { id: "logs", label: "Logs", view: () => <LogsView /> },
  { id: "requests", label: "Requests", view: () => <RequestsView /> },
  { id: "events", label: "Events", view: () => <Events /> },
];

export function Dock() {
  const [size, setSize] = useState<Size>("open");
  const [tab, setTab] = useState("requests");
  const show = (next: string): void => {
    setTab(next);
    if (size === "closed") setSize("open");
  };
  return (
    <Tabs.Root className={css.dock} value={tab} onValueChange={show} asChild>
      <section aria-label="Time and events">
        <div className={css.bar}>
          <Boundary name="The transport">
            <Timeline />
          </Boundary>
          <Tabs.List className={css.tabs} aria-label="Views of what happened">
            {DOCK_TABS.map(({ id, label }) => (
              <Tabs.Trigger key={id} value={id} className={css.tab} onClick={() => show(id)}>
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Sizes size={size} setSize={setSize} />
        </div>
        {size !== "closed" && (
          <div className={cx(css.views, size === "half" && css.half)}>
            {DOCK_TABS.map(({ id, label, view }) => (
              <Tabs.Content key={id} value={id} className={css.view}>
                <Later name={label}>{view()}</Later>
              </Tabs.Content>
            ))}
          </div>
        )}
      </section>
    </Tabs.Root>
  );
}

function Sizes({ size, setSize }: { size: Size; setSize: (size: Size) => void }) {
  return (
    <div className={css.sizes}>
      <IconButton
        label={size === "open" ? "Open to half of the page" : "Open the views"}
        kind="quiet"
        small
        disabled={size === "half"}
        onClick={() => setSize(size === "closed" ? "open" : "half")}
      >
        <ChevronIcon up />
      </IconButton>
      <IconButton
        label={size === "half" ? "Make the views smaller" : "Close the views"}
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
