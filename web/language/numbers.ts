/** Numbers as the chosen language writes them; a thin space sets groups apart (SI, GB/T 15835). */

import { GROUP, spokenRow } from "./words";

export const MINUS = "\u2212";

interface Format {
  of: Intl.NumberFormat;
  /** What the language groups with. */
  group: string;
}

const formats = new Map<string, Format>();

/** With so many digits after the point, without zeros at the end unless all are kept. */
export function digits(x: number, places: number, keepsZeros = false): string {
  const { locale } = spokenRow();
  const key = `${locale} ${places} ${keepsZeros}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = made(locale, places, keepsZeros);
    formats.set(key, format);
  }
  return format.of.format(x).replaceAll(format.group, GROUP).replace("-", MINUS);
}

function made(locale: string, places: number, keepsZeros: boolean): Format {
  const of = new Intl.NumberFormat(locale, {
    minimumFractionDigits: keepsZeros ? places : 0,
    maximumFractionDigits: places,
    signDisplay: "negative",
  });
  const group = of.formatToParts(1_000_000).find(({ type }) => type === "group")?.value ?? GROUP;
  return { of, group };
}
