/**
 * Finds English in a page that speaks Chinese: words of two letters or more that are no name, id,
 * unit or term which Chinese texts keep in Latin letters.
 */

import fs from "node:fs";
import path from "node:path";
import type { Locator } from "@playwright/test";

import { readScenario } from "./scenarios";

/** As the field writes them in Chinese (docs/languages.md). */
const KEPT = new Set(
  `API Apache CPU CSV Candidate Check CockroachDB Command Ctrl Enter Escape Follower HTTP Jepsen Learner License
   GB JSON kB Leader LZ4 Log MB Mbit PD PNG SVG Unicode Perfetto Playwright Pre-Vote Quorum Raft Atlas ReadIndex Region Replication SQL USD
   Shift ShiViz Space US gRPC match KiB IP Little index next min ppm resolved timestamp TCP TSO Tab TiDB TiKV WebAssembly YugabyteDB YCSB compaction dev
   etcd fsync GIF HTML WebM Ongaro Ousterhout perfetto protobuf raft-atlas raft-rs release replay sysbench tablet ui`.split(
    /\s+/,
  ),
);

/** What the person reads or hears of this part, without code and keys. */
export async function englishIn(part: Locator, names: ReadonlySet<string> = new Set()) {
  const texts = await part.evaluate((root) => {
    const isShown = (node: Element): boolean =>
      (node.closest("select") ?? node).checkVisibility({ visibilityProperty: true }) &&
      node.closest("code, kbd, h1, [lang=en]") === null;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      if (parentElement !== null && isShown(parentElement)) found.push(node.textContent ?? "");
    }
    for (const one of [root, ...root.querySelectorAll("[aria-label], [title], [placeholder]")]) {
      if (!isShown(one)) continue;
      for (const name of ["aria-label", "title", "placeholder"])
        found.push(one.getAttribute(name) ?? "");
    }
    return found;
  });
  const isEnglish = (text: string): boolean => {
    if (text.startsWith("http")) return false;
    // A place has its name on the map beside its Chinese one.
    const without = text.replace(/（[A-Za-z ]+）/g, "");
    const words = without.match(/(?<![\w.])[A-Za-z][A-Za-z-]+(?![\w/.@-])/g) ?? [];
    return words.some((word) => !KEPT.has(word) && !names.has(word));
  };
  return [...new Set(texts.filter(isEnglish).map((text) => text.trim()))];
}

/** Ids and names that a scenario gives its parts. */
export function namesIn(scenario: string): Set<string> {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === "string" && !/\s/.test(value)) {
      for (const word of value.match(/[A-Za-z][A-Za-z-]+/g) ?? []) names.add(word);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        names.add(key);
        walk(inner);
      }
    }
  };
  walk(readScenario(scenario));
  return names;
}

const FILE = path.join(import.meta.dirname, "..", "public", "zh-CN", "page.json");
const WORDS = JSON.parse(fs.readFileSync(FILE, "utf8")) as Record<string, string>;

/** A sentence of the page in Chinese. */
export function zh(english: string): string {
  const said = WORDS[english];
  if (said === undefined) throw new Error(`page.json has no “${english}”.`);
  return said;
}
