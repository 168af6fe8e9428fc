/** The hues of terms in each theme: read on what they lie on, and told apart by every eye. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const THEME = fs.readFileSync(path.resolve(import.meta.dirname, "../../shell/theme.css"), "utf8");
const TERMS = [1, 2, 3, 4] as const;

type Rgb = readonly [number, number, number];

/** Colours of a theme by role, as linear light from 0 to 1. */
function coloursOf(theme: string): (role: string) => Rgb {
  const start = THEME.indexOf(`[data-theme="${theme}"]`);
  const block = THEME.slice(start, THEME.indexOf("}", start));
  return (role) => {
    const [, hex = ""] = new RegExp(`--${role}: #([0-9a-f]{6});`).exec(block) ?? [];
    if (hex === "") throw new Error(`the theme ${theme} has no colour ${role}`);
    const part = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
    return [part(0), part(2), part(4)];
  };
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** WCAG 2.1. */
function contrast(a: Rgb, b: Rgb): number {
  const light = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  const [x, y] = [light(a), light(b)];
  return Math.max(x, y) / Math.min(x, y);
}

/** How eyes without one kind of cones see linear light (Machado and others, 2009). */
const EYES: Readonly<Record<string, readonly Rgb[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(colour: Rgb, eye: readonly Rgb[]): Rgb {
  const row = (of: Rgb) =>
    Math.min(1, Math.max(0, of[0] * colour[0] + of[1] * colour[1] + of[2] * colour[2]));
  return [row(eye[0] as Rgb), row(eye[1] as Rgb), row(eye[2] as Rgb)];
}

/** In Oklab, where 0.02 is just noticed. */
function distance(a: Rgb, b: Rgb): number {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const APART = 0.06;

describe.each(["light", "dark", "projector"])("in the theme %s", (theme) => {
  const colour = coloursOf(theme);

  test.each(TERMS)("the number in a block of term %i can be read", (term) => {
    const hue = colour(`term-${term}`);
    expect(contrast(hue, colour("on-term"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(hue, colour("land"))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(TERMS)("a coast and a mark of term %i stand out from land and sea", (term) => {
    for (const ground of ["sea", `term-${term}-soft`])
      expect(contrast(colour(`term-${term}`), colour(ground)), ground).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.keys(EYES))("terms that follow each other differ to eyes: %s", (kind) => {
    const eye = EYES[kind] as readonly Rgb[];
    for (const term of TERMS) {
      const next = (term % TERMS.length) + 1;
      const [one, other] = [colour(`term-${term}`), colour(`term-${next}`)];
      const apart = distance(seen(one, eye), seen(other, eye));
      expect(apart, `${term} and ${next}`).toBeGreaterThan(APART);
    }
  });
});

test("a red and a green of one lightness would be found alike", () => {
  const eye = EYES.deuteranopia as readonly Rgb[];
  const [red, green] = [
    [0.35, 0.06, 0.02],
    [0.1, 0.18, 0.02],
  ] as const;
  expect(distance(red, green)).toBeGreaterThan(APART);
  expect(distance(seen(red, eye), seen(green, eye))).toBeLessThan(APART);
});
