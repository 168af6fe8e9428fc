/** The address of the page for what an element's attributes say (docs/embedding.md). */

/** Parts with a value. */
const VALUED = [
  "scenario",
  "variant",
  "seed",
  "lesson",
  "step",
  "beside",
  "panels",
  "lock",
  "theme",
  "language",
];
/** Parts that stand or do not. */
const FLAGS = ["present", "paused", "handout"];
/** What a shared link carries after its "#". */
const LINK = "link";

/** Attributes that are parts of the address. */
export const ATTRIBUTES: readonly string[] = [...VALUED, ...FLAGS, LINK];

/** `read` gives an attribute's text, null where it is not there. */
export function addressOf(
  page: URL,
  origin: string,
  read: (name: string) => string | null,
): string {
  const address = new URL(page);
  for (const name of [...VALUED, ...FLAGS]) {
    const value = read(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  address.searchParams.set("origin", origin);
  const link = read(LINK);
  if (link !== null) address.hash = link;
  return address.href;
}
