/**
 * The pictures of the gallery are those of fresh runs. With UPDATE_GOLDEN=1 they are written.
 */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { drawn } from "./galleryCards";
import { ROOT } from "./realEngine";

const FOLDER = path.join(ROOT, "public", "gallery");
const LARGEST = 5.5 * 1024;
const LARGEST_MOMENTS = 15 * 1024;
const isUpdating = process.env.UPDATE_GOLDEN === "1";

function held(file: string, text: string): void {
  const target = path.join(FOLDER, file);
  if (isUpdating) fs.writeFileSync(target, text);
  else
    expect(fs.readFileSync(target, "utf8") === text, `${file} is that of a fresh run`).toBe(true);
}

describe("the gallery", () => {
  const { cards, list } = drawn();
  if (isUpdating) fs.mkdirSync(FOLDER, { recursive: true });

  it.each(cards.map((card) => [card.id, card] as const))("%s", (id, { picture, moments }) => {
    held(`${id}.svg`, picture);
    held(`${id}.moments.svg`, moments);
    expect(picture.length).toBeLessThanOrEqual(LARGEST);
    expect(moments.length).toBeLessThanOrEqual(LARGEST_MOMENTS);
  });

  it("is listed with what each card says", () => held("index.json", list));
});
