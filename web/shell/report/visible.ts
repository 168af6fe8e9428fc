/**
 * What a reader of a report's file sees of figures, against what the run shows when it is played
 * again. The file is read as text; what is not written as a page writes it was changed.
 */

import { language, t } from "@/language/words";
import type { LabReport } from "@/model/report/report";
import type { FigureTable } from "./figures";
import { paperStyle } from "./paperStyle";

/** As many as a reader looks at; a file that was rewritten has hundreds. */
const CHANGES_MAX = 5;
const TABLE = /<table[\s\S]*?<\/table>/g;
const CELL = /<t([hd])([^>]*)>([^<]*)<\/t[hd]>/g;

/** Sentences: figures that are not those of the run, and what could hide or replace them. */
export function changedFigures(
  html: string,
  { run }: Pick<LabReport, "run">,
  expected: readonly FigureTable[],
): string[] {
  const page = visibleOf(html);
  const tables = page.match(TABLE) ?? [];
  const isOurs = /<html lang="([^"]*)"/.exec(html)?.[1] === language();
  const digest = /<dl class="facts">[\s\S]*?<code>([^<]*)<\/code>/.exec(page)?.[1];
  const changed: string[] = [];
  if (digest !== run.digest)
    changed.push(
      t("The page shows the digest “{shown}”; its data has “{data}”.", {
        shown: digest ?? "",
        data: run.digest,
      }),
    );
  if (!page.includes(`<dd>${run.seed}</dd>`))
    changed.push(
      t("The page does not show the seed of its data, {seed}.", { seed: `${run.seed}` }),
    );
  if (tables.length !== expected.length)
    changed.push(
      t("The page has {found} tables of figures; this run has {expected}.", {
        found: tables.length,
        expected: expected.length,
      }),
    );
  else changed.push(...expected.flatMap((table, at) => cellsOf(table, tables[at] ?? "", isOurs)));
  if (isDisguised(html))
    changed.push(t("The file was edited: it has markup that no report is written with."));
  if (styleOf(html) !== paperStyle())
    changed.push(
      t("Its style is not this page’s: another version of the page wrote it, or an editor."),
    );
  if (changed.length <= CHANGES_MAX) return changed;
  const more = t("{n, plural, one {# more figure} other {# more figures}} changed.", {
    n: changed.length - CHANGES_MAX,
  });
  return [...changed.slice(0, CHANGES_MAX), more];
}

/** What lies between the parts of the page and its data. */
function visibleOf(html: string): string {
  const begin = html.indexOf("<main>");
  const end = html.lastIndexOf("</main>");
  return begin < 0 || end < begin ? "" : html.slice(begin, end);
}

function cellsOf({ title, head, rows }: FigureTable, found: string, isOurs: boolean): string[] {
  const shown = [...found.matchAll(CELL)].map(([, , , text]) => unescaped(text ?? ""));
  const own = [head, ...rows].flat();
  const caption = unescaped(/<caption>([^<]*)<\/caption>/.exec(found)?.[1] ?? "");
  const isName = (at: number): boolean => at < head.length || at % head.length === 0;
  const isNamed = caption === title && own.every((text, at) => !isName(at) || shown[at] === text);
  const isWhole = shown.length === own.length && (isNamed || !isOurs);
  if (!isWhole) return [t("“{title}” on the page does not have the rows of the run.", { title })];
  return rows.flatMap(([name = "", ...values], row) =>
    values.flatMap((is, column) => {
      const says = shown[head.length * (row + 1) + column + 1] ?? "";
      // Words of another language cannot be compared; numbers can, in whatever order they stand.
      if (says === is || (!isOurs && numbersOf(says) === numbersOf(is))) return [];
      const figure = head.length > 2 ? `${name}, ${head[column + 1]}` : name;
      return [
        t("{title}, {figure}: the page shows “{says}”; the run has “{is}”.", {
          ...{ title, figure, says, is },
        }),
      ];
    }),
  );
}

function numbersOf(text: string): string {
  return (text.match(/\d(?:[\d.,\u202f]*\d)?/g) ?? []).sort().join(" ");
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (all, name: string) => SIGNS[name] ?? all);
}

/** As a page writes one: nothing else is read the same by every browser. */
const TAG = /<([a-zA-Z][a-zA-Z0-9]*)((?:\s[a-zA-Z0-9:-]+="[^"<>]*")*)\s?\/?>/g;
const BEGIN = /<[a-zA-Z!?]/g;
const SVG = /<svg[\s>][\s\S]*?<\/svg>/g;
const ATTRIBUTE = /\s([a-zA-Z:-]+)="/g;

const ELEMENTS = names(
  "a|body|br|caption|code|dd|div|dl|dt|em|figcaption|figure|h1|h2|h3|h4|head|header|html|li",
  "main|meta|ol|p|script|section|span|strong|style|table|tbody|td|th|thead|title|tr|ul",
);
const DRAWN = names(
  "svg|g|path|rect|line|circle|ellipse|polygon|polyline|text|tspan|title|desc|defs|clipPath",
  "use|linearGradient|stop",
);
const ATTRIBUTES = names(
  "charset|class|content|data-first|href|http-equiv|id|lang|name",
  "scope|start|type",
);
/** Of these there is one, where a report has it. */
const ONCE = ["html", "head", "title", "style", "body", "main", "script"];

function isDisguised(html: string): boolean {
  const begin = html.indexOf("<body><main>");
  const end = html.lastIndexOf("</main><script ");
  if (begin < 0 || end < begin || !/<\/script><\/body>\s*<\/html>\s*$/.test(html)) return true;
  const drawn = html.match(SVG) ?? [];
  const written = html.replace(SVG, "");
  return (
    // All that begins like a tag is one, beside the first line’s doctype.
    (html.match(BEGIN) ?? []).length !== namesIn(html).length + 1 ||
    ONCE.some((name) => namesIn(written).filter((one) => one === name).length !== 1) ||
    namesIn(written).some((name) => !ELEMENTS.has(name)) ||
    drawn.some((picture) => namesIn(picture).some((name) => !DRAWN.has(name))) ||
    attributesIn(written).some((name) => !ATTRIBUTES.has(name)) ||
    attributesIn(drawn.join("")).some((name) => name === "style" || name.startsWith("on"))
  );
}

/** The text of the file's one style; line ends are those of who wrote it. */
function styleOf(html: string): string {
  return (/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "").replaceAll("\r\n", "\n");
}

function namesIn(markup: string): string[] {
  return [...markup.matchAll(TAG)].map(([, name = ""]) => name);
}

function attributesIn(markup: string): string[] {
  return [...markup.matchAll(TAG)].flatMap(([, , all = ""]) =>
    [...all.matchAll(ATTRIBUTE)].map(([, name = ""]) => name),
  );
}

function names(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split("|")));
}
