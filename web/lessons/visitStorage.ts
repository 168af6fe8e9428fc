/** Progress in lessons where the browser keeps nothing: it lasts as long as the visit. */

import type { TextStorage } from "./progress";

const texts = new Map<string, string>();

export const visitStorage: TextStorage = {
  getItem: (key) => texts.get(key) ?? null,
  setItem: (key, value) => void texts.set(key, value),
};
