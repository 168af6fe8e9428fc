/**
 * Where words of the glossary stand in a text. Pure. Must not know how they are shown.
 */

import { GLOSSARY, type Term } from "./glossary";

export interface Piece {
  text: string;
  /** What it says, where it is a word to explain. */
  term: Term | null;
}

type Hinted = Term & { pattern: string };

const HINTED: readonly Hinted[] = GLOSSARY.flatMap(({ terms }) =>
  terms.filter((term): term is Hinted => term.pattern !== undefined),
);
const WORD = new RegExp(
  `(?<![\\w-])(${HINTED.map(({ pattern }) => pattern).join("|")})(?![\\w-])`,
  "gi",
);

/** A text in pieces; each term is one where it stands first. `told` remembers from text to text. */
export function piecesOf(text: string, told: Set<string> = new Set()): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(WORD)) {
    const [word] = found;
    const term = HINTED.find(({ pattern }) => new RegExp(`^(?:${pattern})$`, "i").test(word));
    if (term === undefined || told.has(term.name)) continue;
    told.add(term.name);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), term: null });
    pieces.push({ text: word, term });
    from = found.index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}
