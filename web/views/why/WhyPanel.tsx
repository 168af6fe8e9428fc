/** Why: the chain of causes of what was asked about, oldest first, as sentences. */

import { useEffect, useRef, useState } from "react";
import type { Answer, Part, Step } from "@/engine/lens";
import { msg, t, translate } from "@/language/words";
import { sameTarget, targetKey } from "@/model/targets";
import { formatDuration, formatInstant } from "@/model/units";
import { askWhy } from "@/session/lensClient";
import type { WhyAsked } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { useSim, useSimStore } from "@/session/simStore";
import type { Readable } from "@/session/store";
import { useTape } from "@/session/tape/useTape";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { CloseIcon } from "@/ui/icons";
import { useOverlay } from "@/ui/overlays";
import { useFocusBack } from "@/ui/useFocusBack";
import css from "./why.module.css";

export function WhyPanel() {
  const asked = usePage((state) => state.whyAsked);
  return asked === null ? null : <Asking asked={asked} />;
}

function Asking({ asked }: { asked: WhyAsked }) {
  const found = useAnswer(asked);
  const box = useRef<HTMLElement>(null);
  useFocusBack("[data-testid=why]");
  useOverlay("panel", () => sim.ask(null), asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is read from its top
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollTo(0, 0);
  }, [asked]);
  return (
    <section
      ref={box}
      className={css.why}
      tabIndex={-1}
      aria-label={t("Why")}
      aria-busy={found.state === "asking"}
      data-testid="why"
    >
      <header className={css.head}>
        <h2 className="type-2">
          {found.state === "answered" ? <Words parts={found.answer.question} /> : t("Why?")}
        </h2>
        <IconButton
          label={t("Close")}
          kind="quiet"
          className={css.close}
          onClick={() => sim.ask(null)}
        >
          <CloseIcon />
        </IconButton>
      </header>
      <p className="quiet">{t("Asked at {instant}.", { instant: formatInstant(asked.us) })}</p>
      <Body found={found} />
    </section>
  );
}

function Body({ found }: { found: Found }) {
  if (found.state === "asking") return <p role="status">{t("Following the causes back…")}</p>;
  if (found.state === "failed")
    return <p role="alert">{t("No answer: {message}", { message: found.message })}</p>;
  return <Chain answer={found.answer} />;
}

function Chain({ answer: { short, steps } }: { answer: Answer }) {
  return (
    <>
      <p className={css.short}>
        <Words parts={short} />
      </p>
      <ol className={css.steps} aria-label={t("The chain of causes, oldest first")}>
        {steps.map((step, place) => (
          <StepRow
            key={`${step.at_us} ${step.event} ${place.toString()}`}
            step={step}
            isRuleKnown={steps[place - 1]?.rule?.text === step.rule?.text}
          />
        ))}
      </ol>
    </>
  );
}

/** What a chain ends at, in words. */
const ENDS: Partial<Record<Step["kind"], string>> = {
  action: msg("action"),
  timer: msg("timer"),
  client: msg("client"),
  start: msg("start"),
};

function StepRow({ step, isRuleKnown }: { step: Step; isRuleKnown: boolean }) {
  const isShown = useSim((state) => state.frame?.events === step.event && step.event > 0);
  const { rule, wait, folded } = step;
  const end = ENDS[step.kind];
  const instant = formatInstant(step.at_us);
  return (
    <li
      className={cx(css.step, step.kind === "condition" && css.condition, isShown && css.shown)}
      data-kind={step.kind}
    >
      <div className="row">
        <Button
          small
          kind="quiet"
          className={css.instant}
          aria-label={t("Go to {instant}", { instant })}
          aria-current={isShown ? "time" : undefined}
          onClick={() => void goTo(step)}
        >
          {instant}
        </Button>
        {end !== undefined && <span className={css.end}>{t(end)}</span>}
      </div>
      <p>
        <Words parts={step.text} />
      </p>
      {wait !== null && (
        <p className="quiet">
          {t("after {time} {what}", { time: formatDuration(wait.us), what: translate(wait.what) })}
        </p>
      )}
      {rule !== null && !isRuleKnown && (
        <p className={css.rule}>
          {translate(rule.text)} <cite>{translate(rule.source)}</cite>
        </p>
      )}
      {folded > 0 && (
        <p className="quiet">
          {t("{n, plural, one {# hop} other {# hops}} similar ones omitted", { n: folded })}
        </p>
      )}
    </li>
  );
}

function goTo({ event, at_us }: Step): Promise<void> {
  return event > 0 ? sim.seekEvent(event) : sim.seek(at_us);
}

function Words({ parts }: { parts: Part[] }) {
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Word key={place} part={part} />
  ));
}

function Word({ part }: { part: Part }) {
  const { text, target } = part;
  const isSelected = usePage((state) => target !== null && sameTarget(state.selection, target));
  if (target === null) return text;
  return (
    <button
      type="button"
      className={css.link}
      aria-pressed={isSelected}
      data-target={targetKey(target)}
      onClick={() => void sim.select(target)}
      onPointerEnter={() => sim.hover(target)}
      onPointerLeave={() => sim.hover(null)}
    >
      {text}
    </button>
  );
}

/** How far back the record shall reach at first, and then. */
const WINDOWS_US = [5_000_000, 30_000_000];

type Found =
  | { state: "asking" }
  | { state: "failed"; message: string }
  | { state: "answered"; answer: Answer };

function useAnswer(asked: WhyAsked): Found {
  const store = useSimStore();
  const hasTape = useTape() !== null;
  const [found, setFound] = useState<Found>({ state: "asking" });
  useEffect(() => {
    let isOver = false;
    setFound({ state: "asking" });
    if (!hasTape) return;
    const find = async (): Promise<void> => {
      const result = await answerFrom(store, asked);
      if (!isOver) setFound(result);
    };
    void find();
    return () => {
      isOver = true;
    };
  }, [asked, hasTape, store]);
  return found;
}

async function answerFrom(store: Readable<SimState>, asked: WhyAsked): Promise<Found> {
  try {
    let before = Number.POSITIVE_INFINITY;
    for (const window of WINDOWS_US) {
      await sim.tapes.reach(Math.max(0, asked.us - window));
      const { tape, session } = store.getState();
      if (tape === null || session === null) break;
      if (tape.fromUs >= before || tape.fromUs > asked.us) break;
      before = tape.fromUs;
      const answer = await askWhy(session, asked, tape.columns);
      if (answer.wanted_us === null) return { state: "answered", answer };
    }
    // The cause is older than what is kept at hand.
    const { session } = store.getState();
    if (session === null) return { state: "failed", message: t("No run is open.") };
    return { state: "answered", answer: await askWhy(session, asked, null) };
  } catch (error) {
    return { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
