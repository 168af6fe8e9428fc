/** Where words of the glossary stand in a text. Pure. Must not know how they are shown. */

import { type Language, language } from "@/language/words";
import { HINTED, type HintedWord } from "./glossaryWords";

export interface Piece {
  text: string;
  /** What it says, where it is a word to explain. */
  term: HintedWord | null;
}

const known = new Map<Language, RegExp>();

/** Any of them, by itself; Chinese has no spaces between words. */
function anyWord(of: Language): RegExp {
  const before = known.get(of);
  if (before !== undefined) return before;
  const words = HINTED.flatMap(({ patterns }) => patterns[of] ?? []).join("|");
  const made = new RegExp(`(?<![\\w-])(${words})(?![\\w-])`, "gi");
  known.set(of, made);
  return made;
}

/** A text in pieces; each term is one where it stands first. `explained` remembers from text to text. */
export function piecesOf(text: string, explained: Set<string> = new Set()): Piece[] {
  const spoken = language();
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(anyWord(spoken))) {
    const [word] = found;
    const term = HINTED.find(({ patterns: { [spoken]: pattern } }) => {
      return pattern !== null && new RegExp(`^(?:${pattern})$`, "i").test(word);
    });
    if (term === undefined || explained.has(term.name)) continue;
    explained.add(term.name);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), term: null });
    pieces.push({ text: word, term });
    from = found.index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}
