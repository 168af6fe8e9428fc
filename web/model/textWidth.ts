/** How wide a text is in the page's font (Inter), reckoned before anything is drawn. */

import widths from "./fontWidths.json";
import { ROUNDED } from "./typeSizes";

/**
 * Hundredths of the height of type, as a browser test measures them: the widest of the weights that
 * the page uses for each, and of figures in columns.
 */
type Widths = Readonly<Record<string, number>>;
const REGULAR: Widths = widths.regular;
const STRONG: Widths = widths.strong;

const OTHER = 70;
const CHINESE = 100;

/** In regular type; `sizePx` is its height. */
export function textWidth(text: string, sizePx: number): number {
  return widthIn(REGULAR, text, sizePx);
}

/** In strong type: names and headings. */
export function strongWidth(text: string, sizePx: number): number {
  return widthIn(STRONG, text, sizePx);
}

function widthIn(known: Widths, text: string, sizePx: number): number {
  let hundredths = 0;
  for (const character of text) hundredths += known[character] ?? otherWidth(character);
  return (hundredths / 100) * sizePx * ROUNDED;
}

function otherWidth(character: string): number {
  return /[\u2e80-\u9fff\uff00-\uff60]/.test(character) ? CHINESE : OTHER;
}
