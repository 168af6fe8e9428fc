/** What the map shows, read from the accessible names of its links and stores. */

export type LinkState = "cut" | "open";

/** Of a link's name, the way from one zone to the other; null: the map names no such link. */
export function linkState(name: string | null, from: string, to: string): LinkState | null {
  if (name === null) return null;
  const said = /: (.*?)\. One-way/.exec(name)?.[1] ?? "";
  return said === "cut both ways" || said === `${from} → ${to} cut` ? "cut" : "open";
}

/** Refuses, in words, an id that the run does not have: nothing would ever be shown of it. */
export function mustBeOneOf(what: string, id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  throw new Error(
    `${what}: found "${id}", expected one of ${known.join(", ") || "none: the run has none"}.`,
  );
}

/** The name of a link begins with its zones in either order. */
export function linkName(a: string, b: string): RegExp {
  const [one, other] = [escaped(a), escaped(b)];
  return new RegExp(`^Link between (${one} and ${other}|${other} and ${one}): `);
}

export function storeName(id: string): RegExp {
  return new RegExp(`^Store ${escaped(id)} in zone `);
}

const LEADS =
  /^Store (\S+) in zone \S+, (?!crashed)\w+, (?:leader of|believes that it leads) range (\d+)\b.*?, term (\d+)/;

/**
 * The store that leads a range, or the range that is shown, by the names of all: of several that
 * believe so, one of which is cut off, that of the highest term.
 */
export function leaderOf(names: readonly string[], range?: number): string | null {
  let leader: string | null = null;
  let ledIn = -1;
  for (const name of names) {
    const [, store = "", said = "", term = ""] = LEADS.exec(name) ?? [];
    const isOther = range !== undefined && Number(said) !== range;
    if (store === "" || isOther || Number(term) <= ledIn) continue;
    leader = store;
    ledIn = Number(term);
  }
  return leader;
}

/** Whether a store's name says that it is down; null: the map names no such store. */
export function isDown(name: string | null): boolean {
  return name !== null && /^Store \S+ in zone \S+, crashed\b/.test(name);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
