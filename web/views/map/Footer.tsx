/** The map's own buttons: the legend, the list of messages for the keyboard, the range shown. */

import { memo, Suspense, useState } from "react";
import { t } from "@/language/words";
import { formatCount } from "@/model/units";
import { sim } from "@/session/simClient";
import { useSim, useSimStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { focusAfterClose } from "@/ui/focusAfterClose";
import { lazily } from "@/ui/lazily";
import { Popover } from "@/ui/Popover";
import css from "./map.module.css";
import { useMap } from "./mapContext";

/** Fetched when they are first opened. */
const Legend = lazily(async () => ({ default: (await import("./Legend")).Legend }));
const MessageList = lazily(async () => ({ default: (await import("./MessageList")).MessageList }));

export const Footer = memo(function Footer() {
  const { layout } = useMap();
  const { footer } = layout;
  return (
    <div
      className={css.footer}
      data-above-messages=""
      style={{ left: footer.x, top: footer.y, width: footer.w, height: footer.h }}
    >
      <Popover
        label={t("Legend")}
        side="top"
        trigger={
          <Button kind="quiet" small>
            {t("Legend")}
          </Button>
        }
      >
        <Suspense fallback={null}>
          <Legend />
        </Suspense>
      </Popover>
      <Messages />
      <RangeChooser />
    </div>
  );
});

function Messages() {
  const total = useSim((s) => s.frame?.flights.total ?? 0);
  const drawn = useSim((s) => s.frame?.flights.count ?? 0);
  const [open, setOpen] = useState(false);
  // Of more than a frame carries the map shows the oldest.
  const words =
    drawn < total
      ? t("{drawn} drawn of {total}", { drawn: formatCount(drawn), total: formatCount(total) })
      : formatCount(total);
  return (
    <Popover
      label={t("Messages in flight")}
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          kind="quiet"
          small
          data-messages
          aria-label={t("Messages in flight: {total}", { total: words })}
        >
          {t("Messages")} <span className={css.count}>{words}</span>
        </Button>
      }
    >
      <Suspense fallback={null}>
        <MessageList
          onChoose={(id) => {
            setOpen(false);
            void sim.select({ message: id });
            focusAfterClose("[data-inspector]");
          }}
        />
      </Suspense>
    </Popover>
  );
}

/** Which range the map shows, when there are several. */
function RangeChooser() {
  const { world, layout } = useMap();
  const store = useSimStore();
  const range = useSim((s) => s.range);
  if (world.ranges.length < 2) return null;
  return (
    <label className={css.range}>
      <span>{t("Range")}</span>
      <select
        value={range}
        onChange={(event) => {
          sim.setRange(Number(event.target.value));
          const { frame, playing } = store.getState();
          if (frame && !playing) sim.hover(null);
        }}
      >
        {world.ranges.map((r) => (
          <option key={r.id} value={r.id}>
            {t("{id}: k{first} to k{last}", { id: r.id, first: r.first_key, last: r.last_key })}
          </option>
        ))}
      </select>
      {!layout.tight && (
        <span className="faint">{t("of {all}", { all: formatCount(world.ranges.length) })}</span>
      )}
    </label>
  );
}
