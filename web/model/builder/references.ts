/** Where a scenario file names a thing that it has, for renaming and removing it. */

import type { Path } from "./part";

export type ReferenceKind = "node" | "workload";

/** Keys under which a file names zones and nodes, by one or by several. */
const OF_NODES = new Set([
  "cut",
  "down",
  "fault",
  "follower_replication",
  "from",
  "isolate",
  "leader",
  "leaders",
  "nodes",
  "of",
  "place",
  "store",
  "stores",
  "through",
  "to",
  "where",
  "zone",
  "zones",
]);

const OF_WORKLOADS = new Set(["of", "workload"]);

/** Keys under which a file names figures of a report, such as `run/workload.puts.ok`. */
const OF_FIGURES = new Set(["metric", "over", "proves", "text", "times"]);

/** In a figure's name the thing stands behind this word. */
const FIGURES_OF = { node: "resources", workload: "workload" };

export interface Reference {
  path: Path;
  /** What stands there with another name in the place of the old one. */
  renamed(to: string): string;
}

/** Every place that names a thing, in the order of the file; its own `id` is none. */
export function referencesTo(value: unknown, kind: ReferenceKind, id: string): Reference[] {
  const keys = kind === "node" ? OF_NODES : OF_WORKLOADS;
  const found: Reference[] = [];
  const look = (at: unknown, path: Path, key: string): void => {
    if (typeof at === "string") {
      const named = keys.has(key) ? nameIn(at, id) : undefined;
      const told = named ?? (OF_FIGURES.has(key) ? figureIn(at, kind, id) : undefined);
      if (told !== undefined) found.push({ path, renamed: told });
      return;
    }
    if (Array.isArray(at)) for (const [i, item] of at.entries()) look(item, [...path, i], key);
    else if (typeof at === "object" && at !== null)
      for (const [name, member] of Object.entries(at)) look(member, [...path, name], name);
  };
  look(value, [], "");
  return found;
}

/** The name alone, or beside others as in `az1>az2`. */
function nameIn(text: string, id: string): Reference["renamed"] | undefined {
  const parts = text.split(/([^A-Za-z0-9_-]+)/);
  if (!parts.includes(id)) return undefined;
  return (to) => parts.map((part) => (part === id ? to : part)).join("");
}

function figureIn(text: string, kind: ReferenceKind, id: string): Reference["renamed"] | undefined {
  const word = FIGURES_OF[kind];
  const name = `${word}.${id}.`;
  const parts = text.split(new RegExp(`(?<![A-Za-z0-9_-])${word}\\.${id}\\.`));
  if (parts.length === 1 || !/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  return (to) => parts.join(name.replace(`.${id}.`, `.${to}.`));
}

/** A name that nothing has yet: the next number behind the stem of the one that it goes by. */
export function freeId(like: string, taken: ReadonlySet<string>): string {
  const { stem = like, number } = /^(?<stem>.*?)(?<number>\d+)$/.exec(like)?.groups ?? {};
  for (let next = Number(number ?? 0) + 1; ; next += 1) {
    const id = `${stem}${next}`;
    if (!taken.has(id)) return id;
  }
}
