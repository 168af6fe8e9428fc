/** What `raft-atlas replay --browser` asks of the page; JSON comes by stdin, goes by stdout. */

import { text } from "node:stream/consumers";
import { type Browser, chromium } from "@playwright/test";

import type { Checkpoint } from "@/engine/types";
import { Atlas } from "./atlas.ts";
import { PACKED, serve } from "./host.ts";
import { shows } from "./matchers.ts";

interface Order {
  /** The scenario file's text. */
  scenario: string;
  runs: { variant: string; seed: number; instants: number[] }[];
}

interface Seen {
  at_us: number;
  digest: string;
  checkpoints: (Checkpoint & { on_map: boolean | null })[];
}

export async function main(): Promise<void> {
  const asked = JSON.parse(await text(process.stdin)) as Order;
  const host = await serve(PACKED);
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const all: Seen[][] = [];
    for (const run of asked.runs) all.push(await replayed(browser, host.address, asked, run));
    process.stdout.write(JSON.stringify(all));
  } finally {
    await browser.close();
    await host.stop();
  }
}

async function replayed(
  browser: Browser,
  address: string,
  { scenario }: Order,
  { variant, seed, instants }: Order["runs"][number],
): Promise<Seen[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const atlas = new Atlas(page, address);
  await atlas.open({ text: scenario, seed, ...(variant === "" ? {} : { variant }) });
  const seen: Seen[] = [];
  for (const at_us of instants) {
    const { digest } = await atlas.at(at_us);
    const checkpoints: Seen["checkpoints"] = [];
    for (const checkpoint of await atlas.checkpoints()) {
      const { found, shown } = checkpoint;
      if (found === null) continue;
      const on_map = shown === null ? null : await shows(atlas, shown, found.met);
      checkpoints.push({ ...checkpoint, on_map });
    }
    seen.push({ at_us, digest, checkpoints });
  }
  await page.close();
  return seen;
}
