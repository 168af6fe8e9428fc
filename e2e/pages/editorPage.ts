/**
 * The scenario editor as its tests see it.
 */

import { expect, type Locator } from "@playwright/test";

import type { AtlasPage } from "./AtlasPage";

export class EditorPage {
  private readonly atlas: AtlasPage;

  constructor(atlas: AtlasPage) {
    this.atlas = atlas;
  }

  /** By the menu of the page's head. */
  async open(): Promise<void> {
    await this.atlas.more("Edit the scenario…");
    await expect(this.text).toBeFocused();
  }

  /** What is written. */
  get text(): Locator {
    return this.atlas.page.getByRole("textbox", { name: /^Scenario, as JSON/ });
  }

  get name(): Locator {
    return this.atlas.page.getByLabel("Name", { exact: true });
  }

  get state(): Locator {
    return this.atlas.page.getByTestId("draft-state");
  }

  get problems(): Locator {
    return this.atlas.page.getByRole("region", { name: "Problems" });
  }

  get suggestions(): Locator {
    return this.atlas.page.getByRole("listbox", { name: "Completions" });
  }

  /** The line that the cursor is in. */
  get line(): Locator {
    return this.atlas.page.locator(".cm-activeLine");
  }

  button(name: string): Locator {
    return this.atlas.page.getByRole("button", { name, exact: true });
  }

  /** Puts another text in the place of the whole. */
  async write(text: string): Promise<void> {
    await this.text.focus();
    await this.atlas.page.keyboard.press("Control+A");
    await this.atlas.page.keyboard.press("Delete");
    await this.atlas.page.keyboard.insertText(text);
  }

  /** Until the text as it stands has been checked. */
  async expectProblems(count: number): Promise<void> {
    const words =
      count === 0 ? "No problems: it can run." : count === 1 ? "1 problem" : `${count} problems`;
    await expect(this.problems.getByRole("status")).toHaveText(words);
  }
}
