/** Zones of different regions that a drawn network puts too near to each other. */

import { t } from "@/language/words";
import { durationUs } from "../durations";
import { changed } from "./document";
import type { Network } from "./network";
import type { Path } from "./part";
import type { Step } from "./steps";

/** No two regions of a cloud are as near as this: light alone takes longer through their fibre. */
const NEAR_US = 2_000;
/** Where a file says nothing of links between zones. */
const DEFAULT_RTT = "1ms";
const BETWEEN: Path = ["topology", "links", "between"];

/** Round trips between regions of the large clouds, in ms, by the beginnings of their names. */
const KNOWN_MS: readonly (readonly [string, string, number])[] = [
  ["us-east", "us-west", 60],
  ["us-east", "eu-west", 70],
  ["us-east", "ap-northeast", 150],
  ["us-east", "ap-southeast", 200],
  ["us-west", "eu-west", 125],
  ["us-west", "ap-northeast", 100],
  ["us-west", "ap-southeast", 140],
  ["eu-west", "ap-northeast", 205],
  ["eu-west", "ap-southeast", 255],
  ["ap-northeast", "ap-southeast", 105],
];

export interface NearRegions {
  a: string;
  b: string;
  /** As the file says it, or the default. */
  rtt: string;
  /** null: nobody has said how far these are. */
  known: string | null;
  links: readonly { zones: readonly [string, string]; path: Path | null }[];
}

/** By pairs of regions, in the order of the zones. */
export function nearRegions({ zones, links }: Network): NearRegions[] {
  const pairs = new Map<string, NearRegions>();
  for (const { from, to, path, rtt } of links) {
    const [one, other] = [zones[from], zones[to]];
    if (one === undefined || other === undefined) continue;
    if (one.region === "" || other.region === "" || one.region === other.region) continue;
    const said = rtt === "" ? DEFAULT_RTT : rtt;
    const us = durationUs(said);
    if (us === undefined || us >= NEAR_US) continue;
    const [a = "", b = ""] = [one.region, other.region].toSorted();
    const key = `${a} ${b}`;
    const found = pairs.get(key) ?? { a, b, rtt: said, known: knownRtt(a, b), links: [] };
    const link = { zones: [one.id, other.id] as const, path };
    pairs.set(key, { ...found, links: [...found.links, link] });
  }
  return [...pairs.values()];
}

/** The links between two regions with the round trip that is known. */
export function withKnownRtt(text: string, { a, b, known, links }: NearRegions): Step {
  const next = links.reduce(
    (now, { zones, path }) =>
      path === null
        ? changed(now, [...BETWEEN, -1], { zones: [...zones], rtt: known })
        : changed(now, [...path, "rtt"], known),
    text,
  );
  return {
    text: next,
    said: t("{a} and {b} are {rtt} apart.", { a, b, rtt: known ?? "" }),
    target: null,
  };
}

function knownRtt(a: string, b: string): string | null {
  const isOf = (region: string, name: string): boolean => region.startsWith(name);
  const found = KNOWN_MS.find(
    ([one, other]) => (isOf(a, one) && isOf(b, other)) || (isOf(a, other) && isOf(b, one)),
  );
  return found === undefined ? null : `${found[2]}ms`;
}
