/**
 * What fits what somebody types, and how well: every word of it must be somewhere in a name, or in one
 * of the other words by which a thing is known.
 */

const WHOLE_START = 1;
const WORD_STARTS = 0.8;
const INSIDE = 0.5;
/** What is known by other words comes after what has them in its name. */
const KNOWN_BY = 0.9;

interface Named {
  label: string;
  group: string;
  known?: readonly string[];
}

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

/** What fits, the best first, in groups of which the one with the best is first. */
export function found<E extends Named>(
  entries: readonly E[],
  typed: string,
): { group: string; entries: E[] }[] {
  const ranked = entries
    .map((entry) => ({ entry, fits: fitOf(typed, entry) }))
    .filter(({ fits }) => fits > 0)
    .sort((a, b) => b.fits - a.fits);
  const groups = new Map<string, E[]>();
  for (const { entry } of ranked) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  return [...groups].map(([group, of]) => ({ group, entries: of }));
}

function fitOf(typed: string, { label, group, known = [] }: Named): number {
  const others = known.map((words) => KNOWN_BY * rank(typed, words, group));
  return Math.max(rank(typed, label, group), ...others);
}

/** Without case and without marks on letters. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
