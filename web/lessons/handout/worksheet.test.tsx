/** A step on a student's paper: questions and room to write, and nothing that answers them. */

import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { LessonStep } from "@/engine/types";
import { HandoutStep } from "./HandoutStep";
import { isOwnMachine } from "./ownMachine";

// It measures the page.
vi.mock("@/views/map/MapView", () => ({ MapView: () => null }));

const STEP: LessonStep = {
  id: "a",
  title: "A title",
  text: "What stands there.",
  scenario: "first-look",
  variant: null,
  seed: null,
  start_us: null,
  speed: null,
  play_us: null,
  show: null,
  open: null,
  predict: {
    question: "A question?",
    answers: [
      { text: "One", right: true, reply: "Because." },
      { text: "Two", right: false, reply: "Why not." },
    ],
  },
  do: null,
  explain: null,
  solution: null,
  wrong: null,
  variants: [],
  others: "prescribed",
};

const paperOf = (step: LessonStep, answers: boolean) =>
  renderToStaticMarkup(
    <HandoutStep number={1} step={step} sources={[]} moment={undefined} answers={answers} />,
  );

/** How many lines stand below each question that has some. */
const linesOf = (paper: string) =>
  [...paper.matchAll(/aria-hidden="true">((?:<span><\/span>)+)<\/div>/g)].map(
    ([, lines = ""]) => lines.split("</span>").length - 1,
  );

describe("a worksheet", () => {
  it("asks, and does not answer", () => {
    const paper = paperOf(STEP, false);
    expect(paper).toContain("A question?");
    expect(paper).toContain("Two");
    expect(paper).not.toContain("Because.");
    expect(paper).not.toContain("✓");
    expect(paperOf(STEP, true)).toContain("Because.");
  });

  it("has as many lines for each question", () => {
    expect(linesOf(paperOf(STEP, false))).toEqual([3, 3]);
    expect(linesOf(paperOf(STEP, true))).toEqual([]);
  });
});

describe("an address on paper", () => {
  it.each(["localhost", "atlas.localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "[::1]", ""])(
    "%s is the reader's own machine",
    (host) => {
      expect(isOwnMachine(host)).toBe(true);
    },
  );

  it.each(["atlas.example.org", "192.168.1.20", "localhost.example.org", "[fe80::1]", "10.0.0.1"])(
    "%s is not",
    (host) => {
      expect(isOwnMachine(host)).toBe(false);
    },
  );
});
