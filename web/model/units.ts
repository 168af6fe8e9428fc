/** Numbers with their units, as text for people: SI's symbols, and the language's digits. */

import { digits, MINUS } from "@/language/numbers";
import { GROUP, t } from "@/language/words";

export { MINUS };

/** A figure and its unit apart, for places that set them in different sizes. */
export interface Figure {
  value: string;
  unit: string;
}

const GAP = "\u00a0";

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];
const RATE_UNITS = ["/s", "k/s", "M/s"];
const BIT_UNITS = ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"];

/** At most three significant digits, never an exponent: 1.84, 18.4, 184. */
export function threeDigits(x: number): string {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size === 0) return "0";
  if (size >= 999.5) return formatCount(x);
  const places = size < 1 ? 2 : size < 10 ? 2 : size < 99.95 ? 1 : 0;
  return digits(x, places);
}

/** 12345678 becomes "12 345 678" with thin spaces. */
export function formatCount(n: number): string {
  if (!Number.isFinite(n)) return "–";
  return digits(Math.round(n), 0);
}

/** Decimal units: network prices and rates are quoted in them. */
export function bytesFigure(bytes: number): Figure {
  return scaled(bytes, BYTE_UNITS, 0);
}

export function formatBytes(bytes: number): string {
  return joined(bytesFigure(bytes));
}

export function formatBytesPerSecond(bytesPerSecond: number): string {
  const { value, unit } = bytesFigure(bytesPerSecond);
  return `${value}${GAP}${unit}/s`;
}

/** So many a second: "42 /s", "1.07 M/s". */
export function rateFigure(perSecond: number): Figure {
  return scaled(perSecond, RATE_UNITS, 0);
}

export function formatRate(perSecond: number): string {
  return joined(rateFigure(perSecond));
}

/** A rate to the last one, as figures are published: "2,979/s". */
export function formatWholeRate(perSecond: number): string {
  return `${formatCount(Math.round(perSecond))}/s`;
}

/** Bandwidth as networks quote it; 0 means unlimited. */
export function formatBandwidth(bitsPerSecond: number): string {
  return bitsPerSecond === 0 ? t("unlimited") : joined(scaled(bitsPerSecond, BIT_UNITS, 0));
}

/** A span of time: "250 µs", "1.5 ms", "2.25 s", "3 min 20 s". */
export function durationFigure(us: number): Figure {
  const size = Math.abs(us);
  if (size < 1_000) return { value: threeDigits(us), unit: "µs" };
  if (size < 999_500) return { value: threeDigits(us / 1_000), unit: "ms" };
  return { value: threeDigits(us / 1_000_000), unit: "s" };
}

export function formatDuration(us: number): string {
  if (Math.abs(us) < 120_000_000) return joined(durationFigure(us));
  const minutes = Math.trunc(us / 60_000_000);
  const seconds = Math.round(Math.abs(us % 60_000_000) / 1_000_000);
  return seconds === 0 ? `${minutes}${GAP}min` : `${minutes}${GAP}min ${seconds}${GAP}s`;
}

/** Milliseconds without their unit, for columns headed "ms". */
export function formatMilliseconds(us: number): string {
  return threeDigits(us / 1_000);
}

/** An instant, exact to the microsecond: "12.345 678 s". */
export function formatInstant(us: number): string {
  return `${instantDigits(us)}${GAP}s`;
}

/** An instant within a sentence, never later than it is: "12.34 s". */
export function formatMoment(us: number): string {
  return `${digits(Math.floor(us / 10_000) / 100, 2)}${GAP}s`;
}

export function instantDigits(us: number): string {
  const whole = Math.floor(us / 1_000_000);
  const rest = Math.round(us - whole * 1_000_000)
    .toString()
    .padStart(6, "0");
  return `${digits(whole, 0)}.${rest.slice(0, 3)}${GROUP}${rest.slice(3)}`;
}

/** Amounts far below a cent keep two significant digits: "$0.000037". */
export function formatMoney(usd: number): string {
  const size = Math.abs(usd);
  const sign = usd < 0 ? MINUS : "";
  if (size === 0) return "$0";
  if (size >= 1_000) return `${sign}$${digits(Math.round(size), 0)}`;
  if (size >= 0.1) return `${sign}$${digits(size, 2, true)}`;
  const places = Math.min(9, Math.ceil(-Math.log10(size)) + 1);
  const text = digits(size, places, true);
  return Number(text) === 0 ? `${sign}< $0.000000001` : `${sign}$${text}`;
}

/** An amount to the billionth of a dollar: "$0.000001394". */
export function formatExactMoney(usd: number): string {
  return usd >= 0.1 ? formatMoney(usd) : `$${digits(usd, 9)}`;
}

/** A share as a percentage: 0.4321 is "43 %". */
export function formatShare(share: number): string {
  const percent = share * 100;
  const isSmall = percent !== 0 && Math.abs(percent) < 10;
  return `${isSmall ? threeDigits(percent) : digits(percent, 0)}${GAP}%`;
}

/** Parts per million as a percentage, for loss and load. */
export function formatPpm(ppm: number): string {
  return formatShare(ppm / 1_000_000);
}

/** Playing speed: "1×", "0.05×", "12.5×". */
export function formatSpeed(speed: number): string {
  return `${digits(speed, speed < 0.1 ? 3 : speed < 10 ? 2 : 1)}×`;
}

/** "1 store", "3 stores": in English, where words do not go through `t` yet. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

function scaled(x: number, units: readonly string[], first: number): Figure {
  let value = x;
  let at = first;
  while (Math.abs(value) >= 999.5 && at < units.length - 1) {
    value /= 1_000;
    at += 1;
  }
  return { value: threeDigits(value), unit: units[at] ?? "" };
}

function joined(figure: Figure): string {
  return `${figure.value}${GAP}${figure.unit}`;
}
