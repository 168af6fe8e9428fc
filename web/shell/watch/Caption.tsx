/** What is true now, in one sentence, and one thing to do. */

import { useEffect, useRef, useState } from "react";
import { t, translate } from "@/language/words";
import { makesBarrier } from "@/model/acts/acts";
import { type Beat, beatAt, holdUs, isAstray, isDone, isHealed } from "@/model/beats";
import { firstSentence } from "@/model/text";
import { usePage } from "@/session/pageStore";
import { scenarioAfter } from "@/session/scenarioList";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { mayTell } from "@/session/stage";
import { openDialog } from "@/shell/commands/dialogs";
import { Button } from "@/ui/Button";
import { CutIcon } from "@/ui/icons";
import { Attempt, Conclusion } from "../Attempt";
import css from "./watch.module.css";

const NO_BEATS: readonly Beat[] = [];

export function Caption() {
  const title = useSim((state) => state.world?.title ?? "");
  const text = useSim((state) => state.world?.text ?? "");
  const beats = useSim((state) => state.world?.show.beats ?? NO_BEATS);
  const place = useSim(({ frame, session }) => beatAt(beats, frame?.now_us ?? 0, logOf(session)));
  const isAway = useSim(({ session, frame }) =>
    isAstray(beats, logOf(session), frame?.now_us ?? 0),
  );
  // Where the run opens the first beat is all but there; earlier, it is not true yet.
  const isEarly = useSim(
    ({ world, frame }) => place < 0 && (frame?.now_us ?? 0) < (world?.show.from_us ?? 0),
  );
  const beat = beats[Math.max(0, place)];
  if (beat !== undefined && isAway) return <Astray />;
  if (beat !== undefined && isEarly)
    return (
      <>
        <h2 className={css.title}>{translate(title)}</h2>
        <p className={css.text}>{firstSentence(translate(text))}</p>
      </>
    );
  if (beat === undefined)
    return (
      <>
        <h2 className={css.title}>{translate(title)}</h2>
        <p className={css.text}>{translate(text)}</p>
        <Variants />
        <Attempt />
        <Conclusion />
      </>
    );
  return (
    <>
      <Places count={beats.length} place={Math.max(0, place)} />
      <div role="status">
        <h2 className={css.title}>{translate(beat.title)}</h2>
        <p className={css.text}>{translate(beat.text)}</p>
      </div>
      <BeatAct beats={beats} place={place} />
      {place === beats.length - 1 && <Doors />}
    </>
  );
}

/** Somebody tells a story of their own: nothing is said that may not be so in it. */
function Astray() {
  return (
    <div role="status">
      <h2 className={css.title}>{t("Now it is your run.")}</h2>
      <p className={css.text}>
        {t(
          "What was told is of the run without what you did. Watch what becomes of it, or begin again.",
        )}
      </p>
      <p className={css.act}>
        <Button onClick={() => void sim.restart()}>{t("Begin again")}</Button>
      </p>
    </div>
  );
}

function Places({ count, place }: { count: number; place: number }) {
  return (
    <p className={css.places}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: beats have no identity but their place
        <i key={i} data-done={i < place} data-now={i === place} />
      ))}
      {t("{n} of {count}", { n: place + 1, count })}
    </p>
  );
}

function Variants() {
  const variants = useSim((state) => state.world?.variants);
  const variant = useSim((state) => state.world?.variant ?? "");
  if (variants === undefined || variants.length === 0) return null;
  const text = variants.find(({ id }) => id === variant)?.text ?? "";
  return <p className={css.note}>{translate(text)}</p>;
}

function Doors() {
  const own = useSim(({ world }) => world?.show.doors);
  const id = useSim(({ session }) =>
    session?.source.kind === "builtin" ? session.source.id : null,
  );
  const next = id === null ? undefined : scenarioAfter(id);
  const doors =
    own !== undefined && own.length > 0
      ? own.map(({ scenario, text }) => ({ scenario, text: translate(text) }))
      : next !== undefined
        ? [{ scenario: next.id, text: t("Next: {title}", { title: translate(next.title) }) }]
        : [];
  const open = (scenario: string) => void sim.start(scenario, true, { play: true, eased: true });
  return (
    <ul className={css.doors}>
      {doors.map(({ scenario, text }) => (
        <li key={scenario}>
          <button type="button" className={css.door} onClick={() => open(scenario)}>
            {text}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={css.door} onClick={() => openDialog("open")}>
          {t("All scenarios")}
        </button>
      </li>
    </ul>
  );
}

/** Nobody presses anything for so long: it is done for them. */
const IDLE_MS = 8_000;

function BeatAct({ beats, place }: { beats: readonly Beat[]; place: number }) {
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
  // On the last beat its doors need the room.
  if (isOver)
    return (
      byItself &&
      place < beats.length - 1 && (
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
