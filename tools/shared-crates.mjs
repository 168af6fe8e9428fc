/**
 * That Python's module, which maturin builds by itself, is made of the very crates that the tests of
 * the core are compiled with: the same features of each, so that the compiler need not make them
 * again for it (a minute and more). Where they differ, core/python/Cargo.toml names what is missing.
 */

import { EXTENSION } from "./python.mjs";
import { isMain, main, output, Stop } from "./steps.mjs";

const ALONE = ["-p", "python", "--features", "extension", "--edges", "normal,build"];
const WHOLE = ["--workspace", "--features", EXTENSION, "--edges", "normal,build,dev"];

/** @returns {string[]} crates with their features, as cargo tells them, that only `alone` has */
export function madeApart(alone, whole) {
  const shared = new Set(whole);
  return [...new Set(alone)].filter((crate) => !shared.has(crate));
}

export async function checkSharedCrates() {
  const [alone, whole] = await Promise.all([cratesOf(ALONE), cratesOf(WHOLE)]);
  const apart = madeApart(alone, whole);
  if (apart.length > 0) {
    console.log(apart.join("\n"));
    throw new Stop(
      "Python's module has these crates with other features than the tests of the core: name the missing ones in core/python/Cargo.toml.",
    );
  }
  console.log("Python's module is of the same crates as the tests of the core.");
}

async function cratesOf(which) {
  const args = ["tree", "--locked", ...which, "--prefix", "none", "--format", "{p} {f}"];
  const { code, out, err } = await output("cargo", args);
  if (code !== 0) throw new Stop(`cargo tree failed: ${err.trim()}`);
  // A crate that was told before is told again with a star.
  return out.split("\n").map((line) => line.replace(/ \(\*\)$/, "").trim());
}

if (isMain(import.meta.url)) await main(checkSharedCrates);
