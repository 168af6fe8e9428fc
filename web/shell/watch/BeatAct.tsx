/** The one thing to do, which the run waits for; after a while it happens by itself. */

import { useEffect, useRef, useState } from "react";
import { t, translate } from "@/language/words";
import { makesBarrier } from "@/model/acts/acts";
import { type Beat, holdUs, isDone, isHealed } from "@/model/beats";
import { usePage } from "@/session/pageStore";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { mayTell } from "@/session/stage";
import { CutIcon } from "@/ui/icons";
import css from "./watch.module.css";

/** Nobody presses anything for so long: it is done for them. */
const IDLE_MS = 8_000;

export function BeatAct({ beats, place }: { beats: readonly Beat[]; place: number }) {
  const locked = usePage((page) => !mayTell(page));
  const asks = beats.find(({ act }) => act !== null);
  const isOver = useSim(
    ({ frame, session }) =>
      asks === undefined ||
      (isDone(asks, logOf(session), frame?.now_us ?? 0) && !isHealed(asks, frame?.faults ?? [])),
  );
  const [byItself, setByItself] = useState(false);
  const [wanted, setWanted] = useState(false);
  const hasHappened = useRef(false);
  const isHeld = useSim(
    ({ frame, session }) =>
      frame !== null && holdUs(beats, frame.now_us, logOf(session)) === frame.now_us,
  );
  const playing = useSim((state) => state.playing);
  useEffect(() => {
    if (isOver) hasHappened.current = true;
    if (!isHeld || isOver || locked || asks?.act == null) return;
    const { action } = asks.act;
    const act = () => void sim.tell(action);
    if (wanted) {
      setWanted(false);
      act();
      return;
    }
    // What somebody healed is not done again for them.
    if (!playing || hasHappened.current) return;
    const timer = setTimeout(() => {
      setByItself(true);
      act();
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
  const { action, text } = asks.act;
  const press = () => {
    const { frame, session } = simStore.getState();
    const hold = frame === null ? null : holdUs(beats, frame.now_us, logOf(session));
    const act = () => sim.tell(action);
    if (hold === null || isHeld) return void act();
    if (!sim.isTelling()) return void sim.seek(hold).then(act).then(sim.play);
    setWanted(true);
    sim.hurry();
    sim.play();
  };
  return (
    <p className={css.act}>
      <button type="button" className={css.go} disabled={locked || wanted} onClick={press}>
        {makesBarrier(action) && <CutIcon />}
        {isBefore ? t("Next: {act}", { act: lowered(translate(text)) }) : translate(text)}
      </button>
      {makesBarrier(action) && (
        <span className={css.note}>{t("or press any route, any city")}</span>
      )}
    </p>
  );
}

function lowered(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
