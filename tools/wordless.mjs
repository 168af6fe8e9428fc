/**
 * Literals of the page that look like words and are none that anybody translates, with the reason.
 * Must not hold a sentence: what a person reads goes through `t`.
 */

/** Keys and events as browsers name them. */
const KEYS = `Alt AltGraph ArrowDown ArrowLeft ArrowRight ArrowUp Backspace Control Delete End Enter
  Esc Escape Home Meta PageDown PageUp Shift Space Tab Files`.split(/\s+/);

/** The same in all languages: names, symbols of units, the sign of a sleeper. */
const NAMES = new Set([
  "Raft Atlas",
  "Raft Atlas ·",
  "Raft Atlas · ",
  "Content-Security-Policy",
  "Nats-Last-Sequence",
  "Nats-Rollup",
  "Nats-Sequence",
  "viewport",
  "brush end",
  "en, zh-CN",
  "Page Down, Page Up",
  "p50",
  "p99",
  "p99 ",
  "P50",
  "P99",
  "CSV",
  "B",
  "kB",
  "MB",
  "KiB",
  "µs",
  "AWS",
  "Google Cloud",
  "Azure",
  "SVG",
  "PNG",
  "Ctrl + K",
  "Ctrl + Z",
  "Page Down",
  "Page Up",
  "Alt + ←",
  "Alt + →",
  "Shift + ←",
  "Shift + →",
  "Shift + R",
  "s",
  "z",
  // What CodeMirror calls things: nodes of JSON, keys.
  "Property",
  "Mod-Enter",
  "Mod-s",
  "tbody button",
  // Columns that learning platforms know by these names alone.
  "Username",
  "Student",
  "Section",
  // Kinds of things in xAPI, and parts of a learning platform's launch.
  "Agent",
  "Activity",
  "scorm, scorm12, xapi, cmi5",
  "endpoint, fetch, actor, registration, activityId",
  "Normal",
  "Browse",
  "Review",
  "Basic {}",
  "endpoint, actor, activity_id",
  "lesson, scenario=challenge.…",
  ...KEYS,
]);

/** Symbols of units, the same everywhere. */
const UNITS = new Set(["kB", "ms", "µs", "Mbit/s", "Gbit/s", "Tbit/s"]);

/** Parts of styles, selectors, addresses, names of files and of keys. */
const CODE = [
  /^[a-z_]+\.(?:json|html|csv)?$/,
  /^not yet$/,
  /^(?:Alt|Shift|Control|\$mod)\+/,
  /^(?:\d+px )+repeat\(/,
  /^(?:translate|repeat|var|matrix|scale|rotate|calc|color-mix|minmax|url)\(/,
  /^\[[\w-]+[\]=]/,
  /^[\w-]+(?:, ?\[|\[)/,
  /^\{\}(?:px|%|em|ms)$/,
  /^(?:[\w.-]*[/?&=#][\w./?&=#{}-]*)$/,
  /^\{\}[-/.:][\w{}./:-]*$/,
  /^[\w-]+[-/.:]\{\}[\w{}./:-]*$/,
];

/**
 * What programs read: other pages by messages, spreadsheets by a table's first line, names of codes,
 * tests and scenario files that the page writes, names of workers, styles.
 */
const FOR_PROGRAMS =
  /^web\/(?:shell\/(?:embed\/|chartFiles\.ts$|report\/paperStyle\.ts$)|model\/(?:codes|glossaryWords|jsonSpots|requests\/reader)\.ts$|session\/(?:testFile|editing\/templates)\.ts$|engine\/(?:templates|workers)\.ts$|views\/editor\/surfaceTheme\.ts$)/;

/** Lists of tags and of fonts, conditions of styles, what a document begins with. */
const FORMS = [
  /^\([\w-]+: [\w-]+\)$/,
  /^(?:\[[^\]]+\]|(?:a|aside|button|code|dialog|header|input|kbd|main|nav|section|select|summary|textarea)(?:\[[^\]]+\]|:not\([^)]*\))?)(?:, (?:\[[^\]]+\]|(?:a|aside|button|code|dialog|header|input|kbd|main|nav|section|select|summary|textarea)(?:\[[^\]]+\])?))+$/,
  /^(?:system-ui|Inter), /,
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/,
  /^<(?:!doctype|html|head|body|style|meta|script|svg|g|clipPath)\b/,
  // What a page may fetch, as its policy says it.
  /^(?:default|script|style|img|font|connect|worker)-src /,
  // The parts of an old link, in a line.
  /^scenario stamp /,
  /^width=device-width/,
];

export function isNoWord(file, text) {
  if (NAMES.has(text) || UNITS.has(text) || FOR_PROGRAMS.test(file)) return true;
  return [...CODE, ...FORMS].some((form) => form.test(text));
}
