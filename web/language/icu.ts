/**
 * Reads the part of ICU MessageFormat that this page writes; English needs no catalogue. The
 * library's own reader weighs three times the rest of it; tools/words.test.mjs compares the two.
 */

import type { setupI18n } from "@lingui/core";

/** What the library takes for a message that was read. */
export type Message = ReturnType<
  Parameters<ReturnType<typeof setupI18n>["setMessagesCompiler"]>[0]
>;
type Token = Exclude<Message, string>[number];

const known = new Map<string, Message>();

export function readMessage(text: string): Message {
  const before = known.get(text);
  if (before !== undefined) return before;
  const read = new Reader(text).tokens(null);
  known.set(text, read);
  return read;
}

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Up to the end, or to the brace that ends a case; `#` is a number only within a case. */
  tokens(counted: string | null): Token[] {
    const tokens: Token[] = [];
    while (this.at < this.text.length) {
      const plain = this.upTo(counted === null ? /[{}]/g : /[{}#]/g);
      if (plain !== "") tokens.push(plain);
      const sign = this.text[this.at];
      if (sign === undefined || sign === "}") break;
      this.at += 1;
      tokens.push(sign === "#" ? "#" : this.argument());
    }
    return tokens;
  }

  /** After its opening brace. */
  private argument(): Token {
    const name = this.upTo(/[,}]/g).trim();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return [name];
    }
    const kind = /\s*,\s*plural\s*,\s*/y;
    kind.lastIndex = this.at;
    if (!kind.test(this.text)) throw new Error(`Not a message of this page: ${this.text}`);
    this.at = kind.lastIndex;
    const cases: Record<string, Message> = {};
    while (this.text[this.at] !== "}") {
      const when = this.upTo(/\{/g).trim();
      this.at += 1;
      cases[when.replace(/^=/, "")] = this.tokens(name);
      this.at += 1;
      this.upTo(/\S/g);
    }
    this.at += 1;
    return [name, "plural", cases];
  }

  private upTo(sign: RegExp): string {
    sign.lastIndex = this.at;
    const found = sign.exec(this.text)?.index ?? this.text.length;
    const passed = this.text.slice(this.at, found);
    this.at = found;
    return passed;
  }
}
