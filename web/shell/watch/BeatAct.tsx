/**
 * The one thing to do: a button that says its consequence. The run waits for it where its beat ends;
 * who does nothing for a while sees it happen, and is told so.
 */

import { useEffect, useRef, useState } from "react";
import { t, told } from "@/language/words";
import { type Beat, holdUs, isDone } from "@/model/beats";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { CutIcon } from "@/ui/icons";
import css from "./watch.module.css";

/** Nobody presses anything for so long: it is done for them. */
const IDLE_MS = 8_000;

export function BeatAct({ beats, place }: { beats: readonly Beat[]; place: number }) {
  const locked = usePage(isLocked);
  const asks = beats.find(({ act }) => act !== null);
  const isOver = useSim(({ frame }) => asks === undefined || isDone(asks, frame?.faults ?? []));
  const [byItself, setByItself] = useState(false);
  const [wanted, setWanted] = useState(false);
  const hasHappened = useRef(false);
  const isHeld = useSim(
    ({ frame }) => frame !== null && holdUs(beats, frame.now_us, frame.faults) === frame.now_us,
  );
  const playing = useSim((state) => state.playing);
  useEffect(() => {
    if (isOver) hasHappened.current = true;
    if (!isHeld || isOver || locked || asks?.act == null) return;
    const { isolate } = asks.act;
    const cut = () => void sim.act({ do: "isolate", place: isolate });
    if (wanted) {
      setWanted(false);
      cut();
      return;
    }
    // What somebody healed is not done again for them.
    if (!playing || hasHappened.current) return;
    const timer = setTimeout(() => {
      setByItself(true);
      cut();
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [isHeld, isOver, locked, asks, wanted, playing]);
  if (asks?.act == null) return null;
  if (isOver)
    return (
      byItself && (
        <p className={css.note}>{t("Nobody pressed anything, so it happened by itself.")}</p>
      )
    );
  const isBefore = beats.indexOf(asks) > place;
  const { isolate: cutOff } = asks.act;
  const press = () => {
    const { frame } = simStore.getState();
    const hold = frame === null ? null : holdUs(beats, frame.now_us, frame.faults);
    const cut = () => sim.act({ do: "isolate", place: cutOff });
    if (hold === null || isHeld) return void cut();
    if (!sim.isTelling()) return void sim.seek(hold).then(cut).then(sim.play);
    setWanted(true);
    sim.hurry();
    sim.play();
  };
  return (
    <p className={css.act}>
      <button type="button" className={css.go} disabled={locked || wanted} onClick={press}>
        <CutIcon />
        {isBefore ? t("Next: {act}", { act: lowered(told(asks.act.text)) }) : told(asks.act.text)}
      </button>
      <span className={css.note}>{t("or press any route, any city")}</span>
    </p>
  );
}

function lowered(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
