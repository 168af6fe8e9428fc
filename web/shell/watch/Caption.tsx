/** What is true now, in one sentence, and one thing to do. */

import { t, translate } from "@/language/words";
import { type Beat, beatAt, isAstray } from "@/model/beats";
import { firstSentence } from "@/model/text";
import { scenarioAfter } from "@/session/scenarioList";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { openDialog } from "@/shell/commands/dialogs";
import { Button } from "@/ui/Button";
import { Attempt, Conclusion } from "../Attempt";
import { BeatAct } from "./BeatAct";
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
