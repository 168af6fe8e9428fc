/** What the engine says, in the chosen language, by its templates (core/text/src/said.rs). */

import { t, translate } from "./words";

const BEGIN = "\u0001";
const NAME = "\u0002";
const VALUE = "\u0003";
const END = "\u0004";
/** Before a value that is an id, which is no word of a language. */
const ID = "\u0007";
/** Around the place of a link, while the sentence that it stands in is read. */
const LINK = "\u0005";
const LINK_END = "\u0006";
const LINKS = new RegExp(`(${LINK}\\d+${LINK_END})`);

/** Part of a sentence, and the thing that it names. */
interface Part {
  text: string;
  target: unknown;
}

/** Says every sentence within a reply, where it stands; the reply is the caller's own. */
export function sayWithin(reply: unknown): void {
  if (typeof reply !== "object" || reply === null || ArrayBuffer.isView(reply)) return;
  const fields = reply as Record<string, unknown>;
  for (const key in fields) {
    const value = fields[key];
    if (typeof value === "string") {
      if (value.includes(BEGIN)) fields[key] = sayAll(value);
    } else if (Array.isArray(value) && isOfParts(value)) {
      fields[key] = sayParts(value);
    } else sayWithin(value);
  }
}

/** A text with sentences in it. One whose marks are none of the engine's, in a file, stays as it is. */
export function sayAll(text: string): string {
  try {
    return new Reader(text).upTo("");
  } catch {
    return text;
  }
}

/** A sentence with links: where another language has them elsewhere, they stand there. */
function sayParts(parts: readonly Part[]): Part[] {
  const marked = parts.map(({ text, target }, place) =>
    target === null ? text : `${LINK}${place}${LINK_END}`,
  );
  const said = sayAll(marked.join(""));
  return said.split(LINKS).flatMap((text): Part[] => {
    const link = text.startsWith(LINK) ? parts[Number(text.slice(1, -1))] : undefined;
    if (link !== undefined) return [{ text: sayAll(link.text), target: link.target }];
    return text === "" ? [] : [{ text, target: null }];
  });
}

function isOfParts(list: readonly unknown[]): list is readonly Part[] {
  const isPart = (one: unknown): one is Part =>
    typeof one === "object" && one !== null && "text" in one && "target" in one;
  return list.length > 0 && list.every((one) => isPart(one) && Object.keys(one).length === 2);
}

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Plain text and sentences, up to one of these signs. */
  upTo(signs: string): string {
    let said = "";
    while (this.at < this.text.length) {
      const sign = this.text[this.at] as string;
      if (signs.includes(sign)) break;
      if (sign === BEGIN) said += this.sentence();
      else {
        if (sign !== ID) said += sign;
        this.at += 1;
      }
    }
    return said;
  }

  private sentence(): string {
    this.at += 1;
    const template = this.plainUpTo(NAME + END);
    const values: Record<string, string> = {};
    while (this.text[this.at] === NAME) {
      this.at += 1;
      const name = this.plainUpTo(VALUE);
      this.at += 1;
      const isId = this.text[this.at] === ID;
      const value = this.upTo(NAME + END);
      values[name] = isId ? value : translate(value);
    }
    this.at += 1;
    const said = t(template, values);
    // Where nobody is named at its beginning, a sentence begins with its next word.
    return template.startsWith("{") ? said.trimStart() : said;
  }

  private plainUpTo(signs: string): string {
    const from = this.at;
    while (this.at < this.text.length && !signs.includes(this.text[this.at] as string))
      this.at += 1;
    return this.text.slice(from, this.at);
  }
}
