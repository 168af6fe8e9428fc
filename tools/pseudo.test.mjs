/** The language for tests keeps what is no word, and nothing else. */

import { describe, expect, it } from "vitest";
import { readMessage } from "@/language/icu";
import { pseudo, pseudoCatalogue } from "./pseudo.mjs";

describe("en-XA", () => {
  it("accents words and makes them longer, between brackets", () => {
    expect(pseudo("Cut it")).toBe("⟦Ƈŭŭŧ īīŧ⟧");
  });

  it("keeps values, plurals, elements, code and targets of links", () => {
    expect(pseudo("To {link}: {n, plural, one {# store} other {# stores}}")).toBe(
      "⟦Ŧǿǿ {link}: {n, plural, one {# şŧǿǿřḗḗ} other {# şŧǿǿřḗḗş}}⟧",
    );
    expect(pseudo("Press <0>M</0> for `a-b`, [see](#id) {{puts|count}}")).toBe(
      "⟦Ƥřḗḗşş <0>Ḿ</0> ƒǿǿř `a-b`, [şḗḗḗḗ](#id) {{puts|count}}⟧",
    );
  });

  it("has every message of the page with the values and cases of the English", () => {
    const shape = (tokens) =>
      (Array.isArray(tokens) ? tokens : [tokens]).flatMap((token) => {
        if (!Array.isArray(token)) return [];
        const [name, kind = "", cases = {}] = token;
        return [[name, kind, Object.entries(cases).map(([when, of]) => [when, shape(of)])]];
      });
    for (const [english, said] of Object.entries(pseudoCatalogue("page"))) {
      expect(said.length, english).toBeGreaterThan(english.length);
      expect(shape(readMessage(said)), english).toEqual(shape(readMessage(english)));
    }
  });
});
