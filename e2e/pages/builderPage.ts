/**
 * The drawn scenario as its tests see it.
 */

import { expect, type Locator } from "@playwright/test";

import type { AtlasPage } from "./AtlasPage";

export class BuilderPage {
  private readonly atlas: AtlasPage;

  constructor(atlas: AtlasPage) {
    this.atlas = atlas;
  }

  /** By the menu of the page's head. */
  async open(): Promise<void> {
    await this.atlas.more("Draw the network…");
    await expect(this.map).toBeVisible();
  }

  get map(): Locator {
    return this.atlas.page.getByRole("group", { name: "Map of the network" });
  }

  get forms(): Locator {
    return this.atlas.page.getByRole("region", { name: "Forms" });
  }

  /** What was done last. */
  get said(): Locator {
    return this.atlas.page.getByTestId("builder").getByRole("status");
  }

  get state(): Locator {
    return this.atlas.page.getByTestId("draft-state");
  }

  /** A thing of the map: `zone:az1`, `node:s1`, `link:az1:az2`. */
  thing(key: string): Locator {
    return this.map.locator(`[data-map-target="${key}"]`);
  }

  button(name: string): Locator {
    return this.atlas.page.getByRole("button", { name, exact: true });
  }

  field(name: string): Locator {
    return this.forms.getByLabel(name, { exact: true });
  }

  /** Opens a part of the forms. */
  async openPart(title: string): Promise<void> {
    await this.forms.locator("summary").filter({ hasText: title }).first().click();
  }

  async show(surface: "Map" | "Text"): Promise<void> {
    await this.atlas.page.getByRole("radio", { name: surface, exact: true }).check();
  }

  /** With the pointer, as a hand does it. */
  async drag(key: string, to: string): Promise<void> {
    const { mouse } = this.atlas.page;
    const from = await middleOf(this.thing(key));
    const there = await middleOf(this.thing(to));
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 12, from.y + 12, { steps: 3 });
    await mouse.move(there.x, there.y, { steps: 5 });
    await mouse.up();
  }

  async expectProblems(words: string): Promise<void> {
    const problems = this.atlas.page.getByRole("region", { name: "Problems" });
    await expect(problems.getByRole("status")).toHaveText(words);
  }
}

export async function middleOf(thing: Locator): Promise<{ x: number; y: number }> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
