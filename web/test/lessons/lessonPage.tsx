/**
 * The page's own session and its own player of lessons in Node: the real engine, files from public/,
 * storage that is a variable, and the panel of the lesson read as markup. For tests only; what stands
 * in place of the browser is mocked by the test (everyLesson.test.ts).
 */

import { renderToStaticMarkup } from "react-dom/server";
import { vi } from "vitest";
import type { Action, LessonStep } from "@/engine/types";
import { LessonPanel } from "@/lessons/LessonPanel";
import { lessonStore } from "@/lessons/lessonStore";
import { stateOf, stepOf } from "@/lessons/machine";
import { lessonPlayer } from "@/lessons/pageLessons";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { type Control, controlsOf, wordsOf } from "@/test/markup";
import { publicText, startPage } from "@/test/nodePage";
import { byControls } from "./controls";

/** How often the page looks at a goal between two acts: by hand it does so four times a second. */
const LOOKS = 4;
/** Longer than the page waits between two looks. */
const LOOK_MS = 300;

type Recorded = NonNullable<LessonStep["solution"]>;

/** How somebody plays a step. */
export interface Pace {
  name: string;
  /** Acts as soon as the step stands, with the recorded pauses between two acts. */
  isHasty: boolean;
  /** Of the step's own speed. */
  speed: number;
}

/** The page looks at a goal four times a second: what goes by in between at full speed. */
const BETWEEN_LOOKS_US = 250_000;

export interface Listed {
  id: string;
  file: string;
  title: string;
}

export function listedLessons(): Listed[] {
  return JSON.parse(publicText("lessons/index.json"));
}

/** A page that was opened a moment ago. */
export async function openPage(): Promise<LessonPage> {
  vi.useFakeTimers();
  await startPage();
  return new LessonPage();
}

export class LessonPage {
  private drawn: { of: readonly object[]; html: string } = { of: [{}, {}], html: "" };

  /** From its beginning, as the list opens it. */
  async open(id: string): Promise<void> {
    lessonStore.setState({ progress: {} });
    await lessonPlayer.list();
    await lessonPlayer.open(id, null);
    await settled();
  }

  /** A lesson's text of one's own, from its beginning. */
  async openText(id: string, text: string): Promise<void> {
    lessonStore.setState({ progress: {} });
    const trouble = await lessonPlayer.openText(id, text);
    if (trouble !== null) throw new Error(trouble);
    await settled();
  }

  get play() {
    const { play } = lessonStore.getState();
    if (play === null) throw new Error("No lesson is played.");
    return play;
  }

  get step(): LessonStep {
    return stepOf(this.play);
  }

  get state() {
    return stateOf(this.play);
  }

  get nowUs(): number {
    return simStore.getState().frame?.now_us ?? -1;
  }

  /** Whether the panel of the lesson says this: a sentence of the page, or a text of the lesson. */
  says(text: string): boolean {
    return squeezed(wordsOf(this.markup)).includes(squeezed(text));
  }

  get controls(): readonly Control[] {
    return controlsOf(this.markup);
  }

  /** The one main button. */
  get main(): string {
    const all = this.controls.filter(({ isMain }) => isMain);
    return all.map(({ name }) => name).join(" and ");
  }

  /** The figures of this run that the explanation shows. */
  get figures(): readonly string[] {
    return [...this.markup.matchAll(/<td data-own="true">(.*?)<\/td>/g)].map(
      ([, text = ""]) => text,
    );
  }

  /** Written once for each state of the page. */
  private get markup(): string {
    const of = [lessonStore.getState(), simStore.getState()];
    if (!of.every((state, place) => state === this.drawn.of[place]))
      this.drawn = { of, html: renderToStaticMarkup(<LessonPanel />) };
    return this.drawn.html;
  }

  /** Does what was recorded by the controls of the page, and brings the run to the end of it. */
  async doRecorded({ actions, until_us }: Recorded): Promise<void> {
    for (const { at_us, action } of actions) {
      // An action by hand happens one µs after the instant shown.
      await this.goOn(at_us - 1);
      for (const done of byControls(action as Action)) await sim.act(done);
      await settled();
    }
    await this.goOn(until_us);
  }

  /**
   * Answers, acts and looks on until the goal is decided; a step to look at stands where it begins.
   * Whether figures are shown that it calls right: its goal was met, or it has none.
   */
  async playStep({ isHasty, speed }: Pace): Promise<boolean> {
    const { predict, do: task, solution, speed: own } = this.step;
    if (predict !== null) await this.answer(predict.answers.findIndex(({ right }) => right));
    if (task === null) {
      await this.rest();
      return true;
    }
    const strideUs = Math.round((own ?? 1) * speed * BETWEEN_LOOKS_US);
    const actions = solution?.actions ?? [];
    const earlierUs = isHasty ? (actions[0]?.at_us ?? 0) - 1 - this.nowUs : 0;
    for (const { at_us, action } of actions) {
      await this.watch(at_us - 1 - earlierUs, strideUs);
      if (this.state.verdict !== "open") break;
      await sim.act(action as Action);
      await settled();
    }
    const endUs = simStore.getState().world?.duration_us ?? 0;
    await this.watch(task.by_us ?? endUs, strideUs);
    const isMet = this.state.verdict === "met";
    if (!isMet) lessonPlayer.reveal();
    await settled();
    return isMet;
  }

  /** What the step plays by itself is over. */
  async rest(): Promise<void> {
    const { stretch } = lessonStore.getState();
    if (stretch !== null) await sim.advanceTo(stretch.toUs);
    await settled();
  }

  /** On to an instant, or to where the goal is decided. */
  private async watch(us: number, strideUs: number): Promise<void> {
    while (this.nowUs < us && this.state.verdict === "open") {
      await sim.advanceTo(Math.min(us, this.nowUs + strideUs));
      await settled();
    }
  }

  async answer(place: number): Promise<void> {
    lessonPlayer.answer(place);
    await settled();
  }

  async tryAgain(): Promise<void> {
    await lessonPlayer.reset();
    await settled();
  }

  async nextStep(): Promise<void> {
    await lessonPlayer.goTo(this.play.at + 1);
    await settled();
  }

  /** On to an instant, while the page looks at the goal again and again. */
  private async goOn(us: number): Promise<void> {
    const from = this.nowUs;
    const looks = this.state.verdict === "open" ? LOOKS : 1;
    for (let look = 1; look <= looks && us > from; look += 1) {
      await sim.advanceTo(Math.round(from + ((us - from) * look) / looks));
      await settled();
    }
  }
}

/** What the page waits for before it looks again is over, and all that it asked is answered. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(LOOK_MS);
}

/** Without spaces and signs of Markdown, up to the first source that is named. */
function squeezed(text: string): string {
  return (text.split("](#")[0] ?? "").replace(/[\s*`]|\[[^\]]*$/g, "");
}
