/** Links of shared runs: made by the dialog, opened in another person's browser. */

import type { Browser } from "@playwright/test";

import { expect } from "./fixtures";
import { AtlasPage } from "./pages/AtlasPage";

/** What a page shows, as far as a link carries it. */
export async function shown(atlas: AtlasPage) {
  const { us, events, digest, selection } = await atlas.run();
  const { branches } = await atlas.branches();
  const actions = branches.map((branch) => branch.actions.length);
  return { us, events, digest, selection, actions };
}

/** The link that the dialog offers. */
export async function linkOf(atlas: AtlasPage): Promise<string> {
  await atlas.button("Share…").click();
  const field = atlas.dialog("Share this moment").getByLabel("Link", { exact: true });
  await expect(field).not.toHaveValue("");
  const link = await field.inputValue();
  await atlas.page.keyboard.press("Escape");
  return link;
}

/** Another person's browser. */
export async function elsewhere(browser: Browser, link: string): Promise<AtlasPage> {
  const context = await browser.newContext();
  const atlas = new AtlasPage(await context.newPage());
  await atlas.page.goto(held(link));
  return atlas;
}

/** The same, that stands still and is spoken to. */
export function held(link: string): string {
  const url = new URL(link);
  url.search = [url.search.slice(1), "paused", "origin=self"].filter(Boolean).join("&");
  return url.href;
}
