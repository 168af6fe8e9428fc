/**
 * The player of lessons as its tests see it. With `keys` nothing but the keyboard is used; the
 * instant is brought on by the page's public messages in both ways.
 */

import { expect, type Locator } from "@playwright/test";

import type { Lesson, LessonStep, Recorded } from "../lessons";
import type { AtlasPage } from "./AtlasPage";
import { Doing } from "./Doing";

export class LessonPage {
  readonly atlas: AtlasPage;
  readonly doing: Doing;
  private readonly keys: boolean;

  constructor(atlas: AtlasPage, keys = false) {
    this.atlas = atlas;
    this.keys = keys;
    this.doing = new Doing(atlas, keys);
  }

  get player(): Locator {
    return this.atlas.page.getByRole("region", { name: /^Lesson: / });
  }

  /** Of the present step. */
  get title(): Locator {
    return this.player.getByRole("heading", { level: 2 }).first();
  }

  get verdict(): Locator {
    return this.player.getByRole("region", { name: "See", exact: true });
  }

  get explanation(): Locator {
    return this.player.getByRole("region", { name: "Explain", exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.player.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** From the list in the head. */
  async openFromList({ title }: Lesson): Promise<void> {
    await this.doing.press(this.atlas.button("Lessons"));
    const list = this.atlas.dialog("Lessons");
    await this.doing.press(list.getByRole("button", { name: `Start: ${title}`, exact: true }));
    await expect(list).toBeHidden();
  }

  /** By its address. */
  async open(lesson: Lesson, step: LessonStep): Promise<void> {
    const query = new URLSearchParams({
      paused: "",
      origin: "self",
      lesson: lesson.id,
      step: step.id,
    });
    await this.atlas.page.goto(`./?${query}`);
    await this.stands(step);
  }

  /** The step is shown, its run stands at its beginning, and its title has the focus. */
  async stands(step: LessonStep): Promise<void> {
    await expect(this.title).toContainText(step.title);
    await expect(this.title).toBeFocused();
    await expect(this.player.getByText("Running to where this step begins")).toHaveCount(0);
    await expect(this.player.getByText("not the run of the step")).toHaveCount(0);
    await expect.poll(() => this.atlas.nowUs()).toBeGreaterThanOrEqual(step.startUs);
  }

  /** Chooses an answer and locks it in. */
  async predict(step: LessonStep, answer: number): Promise<void> {
    if (step.predict === null) return;
    const form = this.player.getByRole("form", { name: "Predict" });
    const wanted = form.getByRole("radio").nth(answer);
    if (!this.keys) await wanted.click();
    else {
      await this.doing.press(form.getByRole("radio").first(), "Space");
      for (let down = 0; down < answer; down += 1)
        await this.atlas.page.keyboard.press("ArrowDown", { delay: 80 });
    }
    await expect(wanted).toBeChecked();
    await this.doing.press(this.button("Lock it in"));
    await expect(form).toHaveCount(0);
  }

  /** Whatever the step says and however long it is, what can be pressed stands in view. */
  async buttonsStandInView(): Promise<void> {
    const buttons = this.player.locator("[data-foot] button");
    expect(await buttons.count()).toBeGreaterThan(0);
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  }

  /** The one main button. */
  get main(): Locator {
    return this.player.locator("[data-foot] [data-kind=primary]");
  }

  /** Does what was recorded, at its instants, and brings the run to the end of it. */
  async play({ actions, untilUs }: Recorded): Promise<void> {
    for (const { atUs, action } of actions) {
      // An action by hand happens one µs after the instant shown.
      await this.atlas.advanceTo(atUs - 1);
      await this.doing.perform(action);
    }
    await this.atlas.advanceTo(untilUs);
  }

  async next(name: "Next step" | "Finish the lesson"): Promise<void> {
    await this.doing.press(this.button(name));
  }
}
