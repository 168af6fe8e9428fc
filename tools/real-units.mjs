/** Durations and bandwidths as scenarios write them, as numbers. */

import { Stop } from "./steps.mjs";

const US = { ns: 1e-3, us: 1, ms: 1e3, s: 1e6, m: 60e6 };
const BITS = { bps: 1, kbps: 1e3, Mbps: 1e6, Gbps: 1e9 };

/** A quantity with its unit, as scenarios write them. */
function quantity(text, units, place) {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(String(text)) ?? [];
  if (units[unit] === undefined) {
    const known = Object.keys(units).join(", ");
    throw new Stop(`${place}: found ${JSON.stringify(text)}, expected a number with ${known}.`);
  }
  return Number(number) * units[unit];
}

/** @returns {number} whole microseconds */
export function durationUs(text, place = "a duration") {
  return Math.round(quantity(text, US, place));
}

export function bitsPerSecond(text) {
  return quantity(text, BITS, "bandwidth");
}
