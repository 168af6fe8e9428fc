/**
 * Every word of the engine's own tables that the page may show has its translation, and no catalogue
 * keeps one that no table has. Read from the sources: no build is needed.
 */

import { describe, expect, it } from "vitest";
import { choiceWords, engineWords, switchWords } from "./engineWords.mjs";
import { catalogueOf, LANGUAGES } from "./words.mjs";

const words = engineWords();

describe.each(LANGUAGES)("%s", (language) => {
  const catalogue = catalogueOf(language, "engine");

  it("has a translation of every word of the engine's tables", () => {
    expect(words.filter((text) => !catalogue[text])).toEqual([]);
  });

  it("keeps no word that no table has", () => {
    expect(Object.keys(catalogue).filter((text) => !words.includes(text))).toEqual([]);
  });

  it("keeps the place of a value", () => {
    const placesIn = (text) => text.match(/\{\}/g)?.length ?? 0;
    const wrong = Object.entries(catalogue).filter(([english, said]) => {
      return placesIn(english) !== placesIn(said);
    });
    expect(wrong).toEqual([]);
  });
});

describe("reading the engine's tables", () => {
  it("finds a word of each", () => {
    const ofEach = [
      "Lazy commits",
      "Every leader sends heartbeats all the time.",
      "A consistent snapshot of a named time ago.",
      "One round trip to the leader.",
      "Followers acknowledge or refuse log entries.",
      "Append response",
      "stepped down",
      "Store cores",
      "limits",
    ];
    expect(ofEach.filter((text) => !words.includes(text))).toEqual([]);
  });

  it("takes labels of a choice, and ids where there is none", () => {
    const source = [
      "choice! {",
      "    /// Where a read goes.",
      "    pub enum FollowerChoice {",
      "        // As others do.",
      "        /// To the replica that's",
      "        /// near.",
      '        Closest = "closest", "Closest";',
      "        /// Anywhere.",
      '        Random = "random";',
      "    }",
      "}",
      "",
    ].join("\n");
    expect(choiceWords(source)).toEqual([
      "Closest",
      "To the replica that’s near.",
      "random",
      "Anywhere.",
    ]);
    expect(choiceWords(source.replace("FollowerChoice", "Format"))).toEqual(["Closest"]);
  });

  it("takes the names of a switch, what it does, and what happens while it is off", () => {
    const source = [
      "$of! {",
      "    /// It helps.",
      '    plan_cache as "plans": bool = true, Gateways, "plan cache", "Plan cache",',
      '        off: "Nothing is \\',
      'kept.";',
      "    /// How long.",
      '    lease_us: Micros = 5_000, Lease, "lease", "Lease", least_us: 1_000;',
      "}",
      "choice! {",
    ].join("\n");
    expect(switchWords(source).filter((text) => text !== "")).toEqual([
      "Plan cache",
      "It helps.",
      "Nothing is kept.",
      "plan cache",
      "Lease",
      "How long.",
      "lease",
      "lease {}",
    ]);
  });
});
