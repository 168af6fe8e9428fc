/**
 * What the page's address asks for: the only reader of `location.search`. What checks it comes
 * with its own script, where something is asked; the fragment is handed on as it stands.
 */

import { languageFor } from "@/language/languages";
import { type Language, t } from "@/language/words";
import type { Address } from "./addressTypes";

export const NOTHING_ASKED: Address = {
  scenario: null,
  variant: null,
  seed: null,
  lesson: null,
  step: null,
  panels: null,
  lock: "none",
  handout: false,
  theme: null,
  level: null,
  language: null,
  assignment: null,
  lms: null,
  beside: null,
  present: false,
  paused: false,
  origin: null,
  fragment: "",
  problems: [],
};

/** Where the page was opened. A page in one file (offlineFile.ts) says itself what it opens with. */
export function ownPlace(): { search: string; hash: string } {
  const { opens } = document.documentElement.dataset;
  return opens === undefined ? location : new URL(opens, "https://offline.invalid/");
}

/** Which language it asks for: nothing is drawn before that is known. */
export function languageAsked(search: string): Language | undefined {
  if (search.length <= 1) return undefined;
  return languageFor(new URLSearchParams(search).get("language"));
}

/** `embedded`: it is that of embed.html, which another page may be given leave to speak to. */
export async function readAddress(
  place: { search: string; hash: string },
  embedded: boolean,
): Promise<Address> {
  const fragment = place.hash.replace(/^#/, "");
  if (place.search.length <= 1) return { ...NOTHING_ASKED, fragment };
  const { readQuery } = await import("./addressQuery");
  return { ...NOTHING_ASKED, ...readQuery(place.search, embedded), fragment };
}

/**
 * The problems as one notice; empty without any. The run's seed is the scenario's or that of a
 * session that was kept, which is known by then.
 */
export function problemsText({ problems }: Address, seed: number): string {
  return problems
    .map(({ where, found, expected, instead }) => {
      const told = t(instead, { seed });
      return t("The address says {where}={found}; expected {expected}. {told}", {
        where,
        found,
        expected,
        told,
      });
    })
    .join(" ");
}
