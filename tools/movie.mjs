/**
 * `npm run movie`: the moving picture of the README, made of the page itself: one scenario beat by
 * beat at the speeds that its file gives them. Each picture is of a run that stands still, so the same
 * page makes the same film. Must not know what is seen.
 */

import fs from "node:fs";
import path from "node:path";
import gifenc from "gifenc";
import { PNG } from "pngjs";
import { speak, withBrowser } from "./bench-browser.mjs";
import { build } from "./build.mjs";
import { isMain, main, ROOT } from "./steps.mjs";

const SCENARIO = "stale-leader";
const FILE = path.join("docs", "page.gif");
const VIEW = { width: 1000, height: 640 };
/** Pictures a second, and how long the last of each beat stays. */
const RATE = 8;
const REST_MS = 900;
const COLOURS = 224;
/** An index of the palette that means: as in the picture before. */
const SAME = COLOURS - 1;

async function movie() {
  await build({ onlyWhenChanged: true });
  const film = new Film(VIEW);
  await withBrowser(async (browser, address) => {
    const context = await browser.newContext({ viewport: VIEW, bypassCSP: true });
    const page = await context.newPage();
    await page.addInitScript(speak);
    await page.goto(`${address}?paused&origin=self&level=watch&scenario=${SCENARIO}`);
    await page.locator("[data-map-target]").first().waitFor();
    for (const beat of await beats(page)) {
      for (const { us, ms } of pictures(beat)) {
        await page.evaluate((to) => window.atlas.ask({ do: "seek", us: to }), us);
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
        film.add(await page.screenshot(), ms);
      }
      await act(page, beat);
    }
  });
  const bytes = film.bytes();
  fs.writeFileSync(path.join(ROOT, FILE), bytes);
  console.log(`${FILE}: ${film.count} pictures, ${Math.round(bytes.length / 1024)} KiB`);
}

async function beats(page) {
  const { show } = await page.evaluate(() => window.atlas.query("world"));
  return show.beats;
}

/** What the beat asks a person to do. What the page says of it would hide the map. */
async function act(page, beat) {
  if (beat.act === null) return;
  await page.evaluate((action) => window.atlas.ask({ do: "act", action }), beat.act.action);
  await page.getByRole("button", { name: "Dismiss" }).first().click();
}

/** Instants and how long each is shown: evenly through the beat, a rest at its end. */
function pictures({ from_us, until_us, speed }) {
  const stepUs = (speed * 1e6) / RATE;
  const count = Math.max(1, Math.floor((until_us - from_us) / stepUs));
  return Array.from({ length: count }, (_, i) => ({
    us: Math.round(from_us + i * stepUs),
    ms: i === count - 1 ? REST_MS : 1000 / RATE,
  }));
}

/** A GIF whose pictures hold what has changed alone. */
class Film {
  constructor({ width, height }) {
    this.width = width;
    this.height = height;
    this.pictures = [];
  }

  add(png, ms) {
    this.pictures.push({ rgba: PNG.sync.read(png).data, ms });
  }

  get count() {
    return this.pictures.length;
  }

  bytes() {
    const encoder = gifenc.GIFEncoder();
    const palette = this.palette();
    let before = null;
    for (const { rgba, ms } of this.pictures) {
      const now = gifenc.applyPalette(rgba, palette);
      const isFirst = before === null;
      encoder.writeFrame(isFirst ? now : changes(before, now), this.width, this.height, {
        ...(isFirst ? { palette: [...palette, [0, 0, 0]] } : {}),
        delay: ms,
        transparent: !isFirst,
        transparentIndex: SAME,
        dispose: 1,
      });
      before = now;
    }
    encoder.finish();
    return encoder.bytes();
  }

  /** One for all, of a few pictures from all over it: what stands does not flicker. */
  palette() {
    const some = [0, 0.4, 0.7, 1].map((part) => Math.round(part * (this.count - 1)));
    const all = some.map((at) => this.pictures[at].rgba);
    return gifenc.quantize(Buffer.concat(all), COLOURS - 1);
  }
}

function changes(before, now) {
  return now.map((at, i) => (at === before[i] ? SAME : at));
}

if (isMain(import.meta.url)) await main(movie);
