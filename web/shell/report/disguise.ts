/**
 * Whether the markup of a report's file could show its reader something else than its tables hold.
 * A report is written with few elements and attributes; whatever else is there was put there by
 * hand.
 */

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

export function isDisguised(html: string): boolean {
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
export function styleOf(html: string): string {
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
