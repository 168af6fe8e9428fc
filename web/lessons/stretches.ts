/** What a step plays by itself, once, as soon as it has nothing left to ask. */

import type { LessonDeps } from "./deps";
import { lessonStore, type Stretch } from "./lessonStore";
import { type LessonState, stageOf, stateOf, stepOf } from "./machine";

export type StretchDeps = Pick<LessonDeps, "run" | "playUntil" | "advanceTo" | "seek" | "isStill">;

export class Stretches {
  private readonly deps: StretchDeps;

  constructor(deps: StretchDeps) {
    this.deps = deps;
  }

  /** A step begins: it has played nothing yet. */
  forget(): void {
    lessonStore.setState({ stretch: null });
  }

  /** Plays it if the time has come and it has not been; `beganUs` is where the step began. */
  async show(play: LessonState, beganUs: number): Promise<void> {
    const stretch = this.due(play, beganUs);
    if (stretch === null) return;
    lessonStore.setState({ stretch });
    await this.play(stretch);
  }

  /** Offers the stretch where a run was found again; the run stays where it was left. */
  offer(play: LessonState, beganUs: number): void {
    const stretch = this.due(play, beganUs);
    if (stretch !== null) lessonStore.setState({ stretch });
  }

  /** Once more, from where it began. */
  async again(): Promise<void> {
    const { stretch } = lessonStore.getState();
    if (stretch !== null) await this.play(stretch);
  }

  /** The text speaks of where it rests: until then there are no figures. */
  get isPlaying(): boolean {
    return lessonStore.getState().stretch !== null && this.deps.run.getState().playing;
  }

  private due(play: LessonState, beganUs: number): Stretch | null {
    const { do: task, play_us } = stepOf(play);
    const { verdict, atUs } = stateOf(play);
    if (!play_us || stageOf(play) !== "explain" || lessonStore.getState().stretch !== null)
      return null;
    // Who has asked for the explanation has not brought about what there is to see.
    if (task !== null && (verdict !== "met" || atUs === null)) return null;
    const fromUs = task === null ? beganUs : (this.nowUs ?? beganUs);
    return { fromUs, toUs: fromUs + play_us };
  }

  private async play({ fromUs, toUs }: Stretch): Promise<void> {
    const { deps } = this;
    if (deps.isStill()) return deps.advanceTo(toUs);
    if (this.nowUs !== fromUs) await deps.seek(fromUs);
    if (lessonStore.getState().stretch?.toUs === toUs) deps.playUntil(toUs);
  }

  private get nowUs(): number | undefined {
    return this.deps.run.getState().frame?.now_us;
  }
}
