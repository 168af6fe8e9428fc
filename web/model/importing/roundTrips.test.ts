import { expect, test } from "vitest";

import type { ImportAnswer } from "@/engine/lens";
import { typedText, unknownPair, withAsked } from "./roundTrips";

const asks = (a: string, b: string): string =>
  `the round trip between ${a} and ${b} is not known: give it with --latency FILE, for example a CSV with the lines "from,to,rtt_ms" and "${a},${b},…"`;

function answer(...texts: string[]): ImportAnswer {
  const complaints = texts.map((text) => ({ spot: null, text }));
  return { scenario: null, system: null, notes: [], keys: [], complaints };
}

test("a complaint about an unknown round trip names its two places", () => {
  expect(unknownPair(asks("oslo", "bergen"))).toEqual({ a: "oslo", b: "bergen" });
  expect(unknownPair(asks("here and there", "far"))).toEqual({ a: "here and there", b: "far" });
  expect(unknownPair("found no stores")).toBeNull();
});

test("pairs are asked for once, and those that were typed stay", () => {
  const typed = [{ a: "oslo", b: "bergen", rtt: "7" }];
  expect(withAsked(typed, answer(asks("oslo", "bergen"), asks("oslo", "turku")))).toEqual([
    { a: "oslo", b: "bergen", rtt: "7" },
    { a: "oslo", b: "turku", rtt: "" },
  ]);
  expect(withAsked(typed, answer())).toEqual(typed);
});

test("what was typed is a file of pairs, whatever the places are called", () => {
  const pairs = [
    { a: "oslo", b: 'the "old", town', rtt: " 7.5 " },
    { a: "oslo", b: "turku", rtt: "" },
  ];
  expect(typedText(pairs)).toBe('"from","to","rtt_ms"\n"oslo","the ""old"", town","7.5"\n');
  expect(typedText([{ a: "oslo", b: "turku", rtt: " " }])).toBeNull();
});
