/** The newest messages in flight as a list, for people who do not use a pointer. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { useMap } from "./mapContext";
import css from "./messages.module.css";
import { messageLine } from "./messageWords";

const LISTED_MAX = 50;

export function MessageList({ onChoose }: { onChoose: (id: number) => void }) {
  const { world } = useMap();
  const frame = useSim((s) => s.frame);
  const playing = useSim((s) => s.playing);
  const [active, setActive] = useState<number | null>(null);
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  // The popover was open before its list was fetched.
  useEffect(() => box.current?.focus(), []);
  if (!frame) return null;
  const { count, total, id: ids } = frame.flights;
  const newest: number[] = [];
  for (let i = count - 1; i >= 0 && newest.length < LISTED_MAX; i--) newest.push(i);
  const at = Math.max(
    0,
    newest.findIndex((i) => ids[i] === active),
  );
  const current = newest[at];
  const move = (to: number) => {
    const next = ids[newest[Math.min(newest.length - 1, Math.max(0, to))] ?? -1];
    if (next === undefined) return;
    setActive(next);
    sim.hover({ message: next });
    document.getElementById(`${base}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: newest.length - 1 }[event.key];
    if (to !== undefined) move(to);
    else if ((event.key === "Enter" || event.key === " ") && current !== undefined)
      onChoose(ids[current] as number);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const list =
    total > newest.length
      ? t("The newest {n} of {total}", { n: newest.length, total })
      : t("{n} in flight", { n: total });
  return (
    <>
      <p className={css.listHead}>
        {playing ? t("{list}; pause to choose at leisure", { list }) : list}
      </p>
      <div
        ref={box}
        className={css.list}
        role="listbox"
        tabIndex={0}
        aria-label={t("Messages in flight")}
        aria-activedescendant={current === undefined ? undefined : `${base}-${ids[current]}`}
        onKeyDown={onKeyDown}
        onFocus={() => move(at)}
        onBlur={() => sim.hover(null)}
      >
        {newest.map((i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys
          <div
            key={ids[i]}
            id={`${base}-${ids[i]}`}
            className={css.option}
            role="option"
            tabIndex={-1}
            aria-selected={i === current}
            onClick={() => onChoose(ids[i] as number)}
          >
            {messageLine(world, frame, i)}
          </div>
        ))}
      </div>
    </>
  );
}
