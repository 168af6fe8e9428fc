/** The foot of a step, always in view: what is due now, and the ways to begin again or leave. */

import { useStore } from "zustand";
import type { Action, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import type { LessonWay } from "@/model/acts/act";
import { rowOf } from "@/model/acts/acts";
import { actionText } from "@/model/acts/filled";
import { needInstruments, showForm } from "@/session/level";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { pressed } from "@/session/trying";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { focusAfterClose } from "@/ui/focusAfterClose";
import { lessonStore } from "./lessonStore";
import css from "./lessons.module.css";
import { type LessonState, stageOf, stateOf, stepOf } from "./machine";
import type { Need } from "./needs";
import { lessonPlayer } from "./pageLessons";
import { useNeeds } from "./useNeeds";

interface StepFootProps {
  play: LessonState;
  asking: Asking;
  reset: () => void;
  reveal: () => void;
}

/** The form of the question, and whether an answer is chosen. */
interface Asking {
  form: string;
  isChosen: boolean;
}

export function StepFoot({ play, asking, reset, reveal }: StepFootProps) {
  const stage = stageOf(play);
  const { verdict } = stateOf(play);
  const isLost = stage === "do" && verdict === "lost";
  return (
    <div className={`${shared.foot} ${css.foot}`} data-foot>
      {stage === "predict" && <Lock {...asking} />}
      {stage === "do" && !isLost && <Actions play={play} />}
      {isLost && (
        <div className={css.verbs}>
          <Hint play={play} />
          <Button onClick={reveal}>{t("Explain it anyway")}</Button>
        </div>
      )}
      {stage === "explain" && <Onwards play={play} />}
      <div className={css.verbs}>
        <Button kind={isLost ? "primary" : "plain"} small={!isLost} onClick={reset}>
          {isLost ? t("Try again") : t("Restart the step")}
        </Button>
        {stage !== "explain" && <Skip play={play} />}
      </div>
    </div>
  );
}

function Lock({ form, isChosen }: Asking) {
  return (
    <div className={css.verbs}>
      <Button type="submit" form={form} kind="primary" disabled={!isChosen}>
        {t("Lock it in")}
      </Button>
      <p className="hint" data-idle={isChosen ? undefined : ""}>
        {isChosen
          ? t("It cannot be changed after you have seen the run.")
          : t("Choose what you expect.")}
      </p>
    </div>
  );
}

/** What is due first: to let it run before would waste the attempt. */
function Actions({ play }: { play: LessonState }) {
  const { due } = useNeeds(play);
  return (
    <div className={css.verbs}>
      {due !== null && <Due need={due} />}
      <PlayOn isMain={due === null} />
      <Hint play={play} />
    </div>
  );
}

/** While there is one; who missed the goal needs it most. */
function Hint({ play }: { play: LessonState }) {
  const { hints } = stateOf(play);
  const left = (stepOf(play).do?.hints.length ?? 0) - hints;
  if (left <= 0) return null;
  return (
    <Button onClick={() => lessonPlayer.hint()}>
      {hints === 0 ? t("Give me a hint") : t("Another hint")}
    </Button>
  );
}

interface Way {
  label: string;
  go: () => unknown;
}

/** Null: there is nothing here that it could be done to. */
const WAYS: Readonly<Record<LessonWay, (action: Action, world: World | null) => Way | null>> = {
  act: (action, world) => ({
    label: actionText(action, world?.ranges.length),
    go: () => sim.act(action),
  }),
  form: ({ do: kind }) => ({ label: t("Show me the form"), go: () => showForm(kind) }),
  setting: () => ({ label: t("Show me the control"), go: toSettings }),
  size: (action) =>
    "what" in action ? { label: t("Show me the sizes"), go: () => toSize(action) } : null,
  clock: (action, world) => {
    const id = "store" in action ? action.store : "";
    const node = world?.nodes.findIndex((one) => one.id === id) ?? -1;
    if (node < 0) return null;
    return { label: t("Show the clock of {id}", { id }), go: () => showClock(node) };
  },
};

function Due({ need: { what } }: { need: Need }) {
  const world = useSim((state) => state.world);
  const way =
    "setting" in what
      ? { label: t("Show me the control"), go: toSettings }
      : WAYS[rowOf(what.action.do).lesson](what.action, world);
  if (way === null) return null;
  return (
    <Button kind="primary" onClick={() => pressed(way.go)}>
      {way.label}
    </Button>
  );
}

/** What is selected is told beside the map. */
function showClock(node: number): void {
  needInstruments();
  void sim.select({ node });
}

/** The size’s field gets the focus, in the view of sizes, which is fetched with what leads there. */
async function toSize({ what, of }: Extract<Action, { what: unknown }>): Promise<void> {
  const { openSizes, sizeSelector } = await import("@/session/capacity/side");
  needInstruments();
  openSizes();
  focusAfterClose(sizeSelector(what, of));
}

/** The run waits where the step begins. */
function PlayOn({ isMain }: { isMain: boolean }) {
  const playing = useSim((state) => state.playing);
  return (
    <Button
      kind={playing || !isMain ? "plain" : "primary"}
      onClick={() => (simStore.getState().playing ? sim.pause() : sim.play())}
    >
      {playing ? t("Pause the run") : t("Play the run")}
    </Button>
  );
}

/** The first control that the step holds gets the focus. */
function toSettings(): void {
  const needed = document.querySelector("[data-needed]");
  needed?.scrollIntoView({ block: "center" });
  const inputs = [...(needed?.querySelectorAll<HTMLInputElement>("input") ?? [])];
  (inputs.find(({ type, checked }) => type !== "radio" || checked) ?? inputs[0])?.focus();
}

function Skip({ play: { lesson, at } }: { play: LessonState }) {
  if (at === lesson.steps.length - 1) {
    return (
      <Button small onClick={finish}>
        {t("End the lesson")}
      </Button>
    );
  }
  return (
    <Button small onClick={() => void lessonPlayer.goTo(at + 1)}>
      {t("Skip this step")}
    </Button>
  );
}

/** What the step played by itself, once more. */
function Again() {
  const stretch = useStore(lessonStore, (state) => (state.isOwnRun ? state.stretch : null));
  if (stretch === null) return null;
  return (
    <Button onClick={() => void lessonPlayer.stretches.again()}>{t("This part again")}</Button>
  );
}

function Onwards({ play }: { play: LessonState }) {
  const { id, lesson, at, steps } = play;
  const list = useStore(lessonStore, (state) => state.list);
  if (at < lesson.steps.length - 1) {
    return (
      <div className={css.verbs}>
        <Button kind="primary" onClick={() => void lessonPlayer.goTo(at + 1)}>
          {t("Next step")}
        </Button>
        <Again />
      </div>
    );
  }
  const place = list?.findIndex((one) => one.id === id) ?? -1;
  const next = place < 0 ? undefined : list?.[place + 1];
  const left = steps.filter(({ done }) => !done).length;
  return (
    <>
      <div className={css.verbs}>
        {next !== undefined && (
          <Button kind="primary" onClick={() => void lessonPlayer.open(next.id, null)}>
            {t("Next lesson: {title}", { title: translate(next.title) })}
          </Button>
        )}
        <Button kind={next === undefined ? "primary" : "plain"} onClick={finish}>
          {t("Finish the lesson")}
        </Button>
        <Again />
      </div>
      <p className="hint">
        {left === 0
          ? t("All steps are done.")
          : t("{n, plural, one {# step} other {# steps}} not done yet.", { n: left })}
      </p>
    </>
  );
}

function finish(): void {
  lessonPlayer.close();
  pageStore.openDialog("lessons");
}
