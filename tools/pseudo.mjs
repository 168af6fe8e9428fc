/**
 * The language that nobody speaks, `en-XA`: each English message accented, a third longer and between
 * brackets, its values and cases kept. On a page that speaks it, plain letters are words that were
 * left out, a bracket in the middle is a sentence put together, a missing one at the end was cut off.
 */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./steps.mjs";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ";
const LETTERS = new Map([...PLAIN].map((plain, at) => [plain, ACCENTED[at]]));

/** An English message of the page or the engine, as `en-XA` has it. */
export function pseudo(message) {
  return `⟦${accented(message)}⟧`;
}

/** A catalogue for `en-XA`: the same keys as another language's. */
export function pseudoCatalogue(file) {
  const others = path.join(ROOT, "public", "zh-CN", `${file}.json`);
  const keys = Object.keys(JSON.parse(fs.readFileSync(others, "utf8")));
  return Object.fromEntries(keys.map((english) => [english, pseudo(english)]));
}

/** Values, kinds of plural, elements, code, addresses and targets of links stay what they are. */
const KEPT =
  /\{\w+\}|\{\w+, plural,|(?<=[,}] )(?:zero|one|two|few|many|other|=\d+) \{|<\/?\d+\/?>|\{\{[^}]*\}\}|`[^`]*`|\]\([^)]*\)|https?:\S+/g;

function accented(text) {
  let made = "";
  let from = 0;
  for (const { 0: kept, index } of text.matchAll(KEPT)) {
    made += longer(text.slice(from, index)) + kept;
    from = index + kept.length;
  }
  return made + longer(text.slice(from));
}

/** Vowels twice: about a third more, as from English to German. */
function longer(text) {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const accent = LETTERS.get(letter);
    return /[aeiou]/.test(letter) ? accent + accent : accent;
  });
}
