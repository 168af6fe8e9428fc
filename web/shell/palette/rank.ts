/**
 * How well a name fits what somebody types: every word of it must be somewhere. Pure.
 */

const WHOLE_START = 1;
const WORD_STARTS = 0.8;
const INSIDE = 0.5;

/** From 0, not at all, to 1. The group counts as a word of the name, but not for its start. */
export function rank(typed: string, label: string, group: string): number {
  const name = folded(label);
  const search = folded(typed).trim();
  if (search === "" || name.startsWith(search)) return WHOLE_START;
  const text = `${name} ${folded(group)}`;
  const words = search.split(/\s+/);
  if (!words.every((word) => text.includes(word))) return 0;
  const starts = text.split(/[^\p{L}\p{N}]+/u);
  const atStarts = words.every((word) => starts.some((start) => start.startsWith(word)));
  return atStarts ? WORD_STARTS : INSIDE;
}

/** Without case and without marks on letters. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
