/** What was entered in a field for a number: taken as it is, or refused with a reason. */

import { digits } from "@/language/numbers";
import { t } from "@/language/words";

export interface NumberBounds {
  min: number;
  max: number;
  whole: boolean;
}

/** The number that is meant; nothing entered means the value that stands. Undefined = refused. */
export function entered(
  text: string,
  value: number,
  { min, max, whole }: NumberBounds,
): number | undefined {
  const written = text.trim();
  if (written === "") return value;
  const number = Number(written.replace("\u2212", "-"));
  const fits = Number.isFinite(number) && number >= min && number <= max;
  return fits && (!whole || Number.isInteger(number)) ? number : undefined;
}

/** What the field takes, and that the value before still stands. */
export function whyNot(value: number, { min, max, whole }: NumberBounds): string {
  const values = { least: written(min), most: written(max), value: written(value) };
  return whole
    ? t("A whole number from {least} to {most}. It stays {value}.", values)
    : t("A number from {least} to {most}. It stays {value}.", values);
}

function written(number: number): string {
  return digits(number, 6);
}
