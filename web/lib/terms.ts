/**
 * Words of the field, each in a sentence or two, and where they stand in a text. Pure. Must not know
 * how they are shown.
 */

export interface Term {
  name: string;
  /** As it stands in texts, plural included. */
  pattern: string;
  text: string;
}

export const TERMS = {
  gateway: {
    name: "gateway",
    pattern: "gateways?",
    text: "The server where clients’ requests enter. It holds no data: it sends each request to a store (TiDB’s SQL servers do this).",
  },
  range: {
    name: "range",
    pattern: "ranges?",
    text: "A part of the table, from one key to another. Each range has copies on several stores, and a Raft group with a leader of its own (TiKV calls it a region).",
  },
  pd: {
    name: "placement driver",
    pattern: "placement drivers?|PD",
    text: "Knows every store and range, decides where leaders and copies are, and hands out timestamps. PD in TiDB, master in YugabyteDB.",
  },
  tablet: {
    name: "tablet",
    pattern: "tablets?",
    text: "What YugabyteDB calls a range: a part of the table with copies and a leader of its own.",
  },
  linearizable: {
    name: "linearizable",
    pattern: "linearizable",
    text: "Every read sees all writes that were acknowledged before it was sent, as if there were one copy of the data.",
  },
  fresh: {
    name: "fresh",
    pattern: "fresh",
    text: "The read missed no write that had been acknowledged before it was sent. Its mode need not promise that: then it was luck.",
  },
  readIndex: {
    name: "read index",
    pattern: "read[ -]index(?:es)?",
    text: "The place in the log up to which a store must have applied before it may answer: what the leader had committed when the read came.",
  },
  lease: {
    name: "lease",
    pattern: "leases?",
    text: "The time for which a leader may answer alone, because nobody else can be elected before it ends.",
  },
  delegate: {
    name: "delegate",
    pattern: "delegates?",
    text: "The copy in a zone that gets a write from the leader and passes it on to the others there.",
  },
} as const satisfies Record<string, Term>;

export interface Piece {
  text: string;
  /** What it says, where it is a word to explain. */
  term: Term | null;
}

const ALL: readonly Term[] = Object.values(TERMS);
const WORD = new RegExp(
  `(?<![\\w-])(${ALL.map(({ pattern }) => pattern).join("|")})(?![\\w-])`,
  "gi",
);

/** A text in pieces; each term is one where it stands first. `told` remembers from text to text. */
export function piecesOf(text: string, told: Set<string> = new Set()): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(WORD)) {
    const [word] = found;
    const term = ALL.find(({ pattern }) => new RegExp(`^(?:${pattern})$`, "i").test(word));
    if (term === undefined || told.has(term.name)) continue;
    told.add(term.name);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), term: null });
    pieces.push({ text: word, term });
    from = found.index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}
