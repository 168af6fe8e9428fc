/**
 * Numbers as the chosen language writes them, by Intl. Groups of three digits are
 * set apart by a thin space in every language, as SI and GB/T 15835 ask, so that no comma is taken for
 * a decimal one. Must not know units: web/model/units.ts does.
 */

import { GROUP, language } from "./words";

export const MINUS = "\u2212";

const formats = new Map<string, Intl.NumberFormat>();

/** With so many digits after the point, without zeros at the end unless all are kept. */
export function digits(x: number, places: number, keepsZeros = false): string {
  const key = `${language()} ${places} ${keepsZeros}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language(), {
      minimumFractionDigits: keepsZeros ? places : 0,
      maximumFractionDigits: places,
      signDisplay: "negative",
    });
    formats.set(key, format);
  }
  // Both languages group with a comma; a point stays a point.
  return format.format(x).replaceAll(",", GROUP).replace("-", MINUS);
}
