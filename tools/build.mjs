/**
 * `npm run build`: the modules, the types, then the page into dist/; `-- --when-changed` only where
 * something that it is made from has changed.
 */

import fs from "node:fs";
import path from "node:path";
import { buildWasm, builtFrom } from "./build-wasm.mjs";
import { offlineFiles } from "./offline-files.mjs";
import { sharePages, siteOf } from "./share-pages.mjs";
import {
  CACHE,
  contentHash,
  filesBelow,
  isMain,
  main,
  packageProgram,
  ROOT,
  readStamp,
  replaceFolder,
  run,
  runPackage,
  seconds,
  withLock,
  writeStamp,
} from "./steps.mjs";

export const DIST = path.join(ROOT, "dist");
const STAMP = path.join(CACHE, "dist-made-from");

/** What the page is made from; the modules are named by their own stamps. */
export function pageHash() {
  // web/replay drives the page from outside.
  const apart = (file) => /\.test\.tsx?$|^web\/replay\/|^docs\/course\/made\//.test(file);
  const files = filesBelow(
    [
      "web",
      "public",
      "index.html",
      "embed.html",
      "gallery",
      "vite.config.ts",
      "tools/headers.mjs",
      "tools/notices.mjs",
      "tools/offline-files.mjs",
      "tools/share-pages.mjs",
      "tools/share-card.mjs",
      "docs/course",
      "tools/course.mjs",
      "tools/course-bank.mjs",
      "tools/course-pages.mjs",
      "tools/course.css",
      "LICENSE",
      "tsconfig.json",
      "package-lock.json",
    ],
    apart,
  );
  return contentHash(files, builtFrom(), siteOf());
}

export async function checkTypes() {
  await runPackage("@typescript/native", ["--project", "tsconfig.json"], {
    bin: "tsc",
    sentence: "The types do not hold; the reasons are above.",
  });
}

/** @param {{ onlyWhenChanged?: boolean, types?: boolean }} options */
export async function build({ onlyWhenChanged = false, types = true } = {}) {
  await buildWasm();
  await withLock("build", async () => {
    const hash = pageHash();
    const made = readStamp(STAMP) === hash && fs.existsSync(path.join(DIST, "index.html"));
    if (onlyWhenChanged && made) {
      console.log("The page is up to date.");
      // They are made of much that the page is not made of.
      await (await import("./docs.mjs")).docsInto(DIST, { onlyWhenChanged });
      return;
    }
    const began = performance.now();
    if (types) await checkTypes();
    const partial = path.join(CACHE, "dist");
    fs.rmSync(partial, { recursive: true, force: true });
    const vite = [packageProgram("vite"), "build", "--outDir", partial, "--emptyOutDir"];
    await run(process.execPath, [...vite, "--logLevel", "warn"], {
      sentence: "The page could not be built; the reason is above.",
    });
    await sharePages(partial);
    // Loaded late: `npm start` and `npm run class` name this module before any package is installed.
    const { coursePages } = await import("./course.mjs");
    coursePages(partial);
    await (await import("./docs.mjs")).docsInto(partial);
    offlineFiles(partial);
    replaceFolder(partial, DIST);
    writeStamp(STAMP, hash);
    console.log(`Page: dist/ (${seconds(began)})`);
  });
}

if (isMain(import.meta.url)) {
  await main((args) => build({ onlyWhenChanged: args.includes("--when-changed") }));
}
