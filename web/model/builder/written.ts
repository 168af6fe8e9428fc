/** How a new piece of a file is written: on one line where it fits, as the shipped files are. */

/** A line of a file is no longer, where it can be helped. */
const LINE_MAX = 100;
const STEP = "  ";

/**
 * A value as JSON. `margin` is the white space before the line on which it begins, `column` how much
 * of that line is taken.
 */
export function written(value: unknown, margin: string, column: number): string {
  const flat = flatText(value);
  // A comma follows, as a rule.
  if (column + flat.length < LINE_MAX || !isHolder(value)) return flat;
  const inner = margin + STEP;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + written(item, inner, inner.length))
    : membersOf(value).map(([key, item]) => {
        const lead = `${inner}${JSON.stringify(key)}: `;
        return lead + written(item, inner, lead.length);
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${margin}${close}`;
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatText).join(", ")}]`;
  if (!isHolder(value)) return JSON.stringify(value) ?? "null";
  const members = membersOf(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${flatText(item)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** What holds others: a list, or an object. */
function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function membersOf(object: object): [string, unknown][] {
  return Object.entries(object).filter(([, item]) => item !== undefined);
}
