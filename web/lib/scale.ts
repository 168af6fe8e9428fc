/**
 * Scales of charts: a value's place on an axis, and back. Pure. Linear and logarithmic are all that
 * the charts need; the library's scales bring colours and formats with them.
 */

import { ticks } from "d3-array";

export interface Scale {
  (value: number): number;
  domain(): [number, number];
  range(): [number, number];
  /** The value at a place. */
  invert(place: number): number;
  /** About `count` round values of the domain. */
  ticks(count: number): number[];
}

export function linearScale(domain: [number, number], range: [number, number]): Scale {
  return scale(domain, range, identity, identity);
}

/** Both ends of the domain above zero. */
export function logScale(domain: [number, number], range: [number, number]): Scale {
  return scale(domain, range, Math.log10, (exponent) => 10 ** exponent);
}

function identity(value: number): number {
  return value;
}

function scale(
  domain: [number, number],
  range: [number, number],
  bend: (value: number) => number,
  unbend: (bent: number) => number,
): Scale {
  const [from, to] = [bend(domain[0]), bend(domain[1])];
  // An empty domain stands in the middle, as nothing says where else.
  const share = (bent: number): number => (to === from ? 0.5 : (bent - from) / (to - from));
  const place = (value: number): number => range[0] + share(bend(value)) * (range[1] - range[0]);
  return Object.assign(place, {
    domain: () => domain,
    range: () => range,
    invert: (at: number) => {
      const part = range[1] === range[0] ? 0.5 : (at - range[0]) / (range[1] - range[0]);
      return unbend(from + part * (to - from));
    },
    ticks: (count: number) => ticks(domain[0], domain[1], count),
  });
}
