/** Taking a thing out of a file, with what cannot be without it. */

import { t } from "@/language/words";
import { dependantsOf } from "./dependants";
import { changed } from "./document";
import { networkOf } from "./network";
import type { Path } from "./part";
import { type DrawnTarget, pathOf, readValue, type Step } from "./steps";

/** What goes with a thing, in words, before it is taken. */
export function goesAlong(value: unknown, target: DrawnTarget): string[] {
  return dependantsOf(value, target).words;
}

export function removed(text: string, target: DrawnTarget): Step {
  const value = readValue(text);
  const { paths, words, instead } = dependantsOf(value, target);
  const own = pathOf(value, target);
  let next = text;
  for (const { path, value: other } of instead) next = changed(next, path, other);
  for (const path of lastFirst(own === null ? paths : [own, ...paths]))
    next = changed(next, path, undefined);
  const said = saidOf(value, target);
  const things = words.join(t(", "));
  return {
    text: next,
    said: words.length === 0 ? said : t("{said} With it: {things}.", { said, things }),
    target: null,
  };
}

function saidOf(value: unknown, target: DrawnTarget): string {
  switch (target.kind) {
    case "zone":
      return t("Zone {id} was removed.", { id: target.id });
    case "workload":
      return t("Load {id} was removed.", { id: target.id });
    case "link": {
      const { from, to } = target;
      return t("The values of the link {from}–{to} were removed.", { from, to });
    }
    case "node":
      return nodeSaid(value, target.id);
  }
}

function nodeSaid(value: unknown, id: string): string {
  switch (networkOf(value).nodes.find((node) => node.id === id)?.kind) {
    case "gateway":
      return t("Gateway {id} was removed.", { id });
    case "pd":
      return t("The placement driver was removed.");
    case "store":
    case undefined:
      return t("Store {id} was removed.", { id });
  }
}

/** So that none moves the place of another; what lies in another goes with that. */
function lastFirst(paths: readonly Path[]): Path[] {
  const outer = paths.filter(
    (path) =>
      !paths.some((other) => other.length < path.length && other.every((s, i) => s === path[i])),
  );
  return outer.sort(compare).reverse();
}

function compare(a: Path, b: Path): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [one, two] = [a[i], b[i]];
    if (one === two || one === undefined || two === undefined) continue;
    if (typeof one === "number" && typeof two === "number") return one - two;
    return String(one) < String(two) ? -1 : 1;
  }
  return a.length - b.length;
}
