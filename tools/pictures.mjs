/**
 * `npm run pictures`: every scenario of the page as a visitor sees it, for people to look at: what it
 * opens with and its telling instant, on a laptop, in the dark, on a projector, on a phone; and all of
 * a shape on one sheet. Words as arguments choose scenarios and shapes: `npm run pictures --
 * stale-leader phone`. The files are in .cache/pictures. It judges nothing but the page's console.
 */

import fs from "node:fs";
import path from "node:path";
import { speak, withBrowser } from "./bench-browser.mjs";
import { build } from "./build.mjs";
import { CACHE, isMain, main, ROOT, Stop } from "./steps.mjs";

/** How the page is looked at; `query` is added to its address. */
const SHAPES = {
  laptop: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  projector: { viewport: { width: 1920, height: 1080 }, query: "&present" },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};
const LOOK_MS = 500;
const LOOKS_MAX = 20;
const FOLDER = path.join(CACHE, "pictures");
/** Of a sheet: how wide it is, and each picture on it. */
const SHEET_PX = 2400;
const THUMB_PX = { laptop: 470, dark: 470, projector: 590, phone: 230 };

async function pictures(args) {
  await build({ onlyWhenChanged: true });
  const scenarios = listed();
  const unknown = args.filter((word) => !scenarios.includes(word) && !(word in SHAPES));
  if (unknown.length > 0) throw new Stop(`There is no scenario or shape ${unknown.join(", ")}.`);
  const chosen = (all) => {
    const some = all.filter((one) => args.includes(one));
    return some.length > 0 ? some : all;
  };
  fs.mkdirSync(FOLDER, { recursive: true });
  await withBrowser(async (browser, address) => {
    for (const shape of chosen(Object.keys(SHAPES))) {
      for (const scenario of chosen(scenarios)) {
        const troubles = await take(browser, address, shape, scenario);
        console.log([`${scenario} ${shape}`, ...troubles].join("\n    "));
      }
      await sheet(browser, shape, chosen(scenarios));
    }
  });
  console.log(`Pictures: ${path.relative(ROOT, FOLDER)}/`);
}

/** The telling instants of a shape beside each other, under their names. */
async function sheet(browser, shape, scenarios) {
  const page = await browser.newPage({ viewport: { width: SHEET_PX, height: 800 } });
  const figures = scenarios.map((scenario) => {
    const png = fs.readFileSync(path.join(FOLDER, `${scenario}-${shape}-tells.png`));
    const src = `data:image/png;base64,${png.toString("base64")}`;
    return `<figure><img src="${src}" width="${THUMB_PX[shape]}"><figcaption>${scenario}</figcaption></figure>`;
  });
  const style = "body{display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif}figure{margin:0}";
  await page.setContent(`<style>${style}</style>${figures.join("")}`);
  const file = path.join(FOLDER, `sheet-${shape}.png`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  console.log(path.relative(ROOT, file));
}

function listed() {
  const file = path.join(ROOT, "public", "scenarios", "index.json");
  return JSON.parse(fs.readFileSync(file, "utf8")).map(({ id }) => id);
}

/** Both pictures of a scenario; what the console said meanwhile. */
async function take(browser, address, shape, scenario) {
  const { query = "", ...as } = SHAPES[shape];
  const context = await browser.newContext({ ...as, reducedMotion: "reduce" });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(`${error}`));
  const picture = async (name) => {
    const file = path.join(FOLDER, `${scenario}-${shape}-${name}.png`);
    fs.writeFileSync(file, await settled(page));
  };
  await page.addInitScript(speak);
  await page.goto(`${address}?origin=self&scenario=${scenario}${query}`);
  await page
    .getByRole("img", { name: /map|cluster/i })
    .or(page.locator("canvas"))
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^(Play|Pause)$/ })
    .first()
    .waitFor();
  await picture("opens");
  await toTellingInstant(page);
  await picture("tells");
  await context.close();
  return troubles;
}

/** The page once it does not change any more: what is fetched and run beside it is there then. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  let last = await page.screenshot();
  for (let look = 0; look < LOOKS_MAX; look++) {
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), LOOK_MS);
    const next = await page.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

/** Where it has been seen what the scenario shows. */
async function toTellingInstant(page) {
  await page.evaluate(async () => {
    const { conclusion } = await window.atlas.query("world");
    await window.atlas.ask({ do: "pause" });
    if (conclusion !== null) await window.atlas.ask({ do: "seek", us: conclusion.at_us });
  });
}

if (isMain(import.meta.url)) await main(pictures);
