/**
 * How much room a text takes in the page's font (Inter), reckoned character by character, so that
 * pictures can choose words that fit before anything is drawn. Of all weights that the page uses, and
 * of figures in columns, the widest counts. Must not know what a text says.
 */

/** Parts of the height of type, and the characters that take no more. */
const NARROW: readonly (readonly [number, string])[] = [
  [0.28, " ijlI"],
  [0.37, ".,:;'’!·|t"],
  [0.43, "f()[]/r"],
  [0.6, "aceksvxyzJLF?"],
];
const WIDE: readonly (readonly [number, string])[] = [
  [0.93, "mwM"],
  [1.06, "W%@—…"],
];
/** All other small letters, figures and signs; and capitals. */
const OTHER_EM = 0.68;
const CAPITAL_EM = 0.78;
const CHINESE_EM = 1;

const EMS = new Map(
  [...NARROW, ...WIDE].flatMap(([em, characters]) =>
    [...characters].map((character) => [character, em] as const),
  ),
);

/** `sizePx`: the height of type. */
export function textWidth(text: string, sizePx: number): number {
  let ems = 0;
  for (const character of text) ems += EMS.get(character) ?? otherEm(character);
  return ems * sizePx;
}

function otherEm(character: string): number {
  if (/[\u2e80-\u9fff\uff00-\uff60]/.test(character)) return CHINESE_EM;
  return /[A-Z]/.test(character) ? CAPITAL_EM : OTHER_EM;
}
