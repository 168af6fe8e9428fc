/**
 * `npm run check`: everything that can be said without running the product. Quick checks first;
 * each is one command that a person can run alone. Words as arguments choose by name; after
 * `--without` they leave out.
 */

import { checkAbsences } from "./absences.mjs";
import { checkTypes } from "./build.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { checkLicences } from "./licences.mjs";
import { checkNotices } from "./notices.mjs";
import { EXTENSION } from "./python.mjs";
import { checkSharedCrates } from "./shared-crates.mjs";
import { stages } from "./stages.mjs";
import { environment, isMain, main, run, runPackage, Stop } from "./steps.mjs";
import { tidy } from "./tidy.mjs";
import { checkVersions } from "./version.mjs";

const CLIPPY = ["clippy", "--locked", "--workspace"];
const AS_ERRORS = ["--", "-D", "warnings"];

const CHECKS = [
  ["house rules", tidy],
  ["versions", checkVersions],
  ["format and lint: web, tools", biome],
  ["style sheets", styles],
  ["dead code and packages", deadCode],
  ["format: Rust", rustFormat],
  ["crate walls", checkAbsences],
  ["crates of Python’s module", checkSharedCrates],
  ["licences and advisories", checkLicences],
  ["notices", checkNotices],
  ["clippy, native", clippyNative],
  ["clippy, wasm32", clippyWasm],
  ["import walls", walls],
  ["types", types],
];

export async function check(words = []) {
  const isWithout = words[0] === "--without";
  const named = isWithout ? words.slice(1) : words;
  // A word that chooses nothing must not look like a check that passed.
  const idle = named.filter((word) => !CHECKS.some(([name]) => name.includes(word)));
  if (idle.length > 0) {
    const names = CHECKS.map(([name]) => name).join("; ");
    throw new Stop(`No check has "${idle.join('", "')}" in its name. There are: ${names}.`);
  }
  const isNamed = ([name]) => named.some((word) => name.includes(word));
  const chosen = CHECKS.filter((check) => named.length === 0 || isNamed(check) !== isWithout);
  await stages("check", chosen);
}

async function biome() {
  await runPackage(
    "@biomejs/biome",
    ["check", "--error-on-warnings", "--max-diagnostics=40", "."],
    {
      bin: "biome",
      sentence: "Biome found faults, listed above; `npm run fix` cures format and imports.",
    },
  );
}

async function styles() {
  await runPackage("stylelint", ["web/**/*.css"], {
    sentence:
      "Sizes, layers or breakpoints without a name are listed above; they stand in theme.css.",
  });
}

async function deadCode() {
  await runPackage("knip", ["--no-progress", "--no-config-hints"], {
    sentence: "Files, exports or packages that nothing uses are listed above; remove them.",
  });
}

async function rustFormat() {
  await run("cargo", ["fmt", "--all", "--check"], {
    sentence: "Rust files are not formatted; run: npm run fix",
  });
}

/** Python's module too, and it needs no Python for that. */
async function clippyNative() {
  const args = [...CLIPPY, "--all-targets", "--features", EXTENSION, ...AS_ERRORS];
  await run("cargo", args, { env: environment({ PYO3_NO_PYTHON: "1" }) });
}

/** The command line is native only, and so are the experiments, which keep files, and Python's module. */
async function clippyWasm() {
  const native = ["cli", "experiments", "python"].flatMap((name) => ["--exclude", name]);
  const target = ["--target", "wasm32-unknown-unknown", ...native];
  await run("cargo", [...CLIPPY, ...target, ...AS_ERRORS]);
}

/** What an import is, its types say: those of the engine are built first where they are not. */
async function walls() {
  await buildWasm();
  await runPackage("dependency-cruiser", ["web", "e2e"], {
    bin: "depcruise",
    sentence:
      "Imports cross walls; they are listed above, and the rules are .dependency-cruiser.mjs.",
  });
}

/** The page's types come from the engine's package, which is built first where it is not. */
async function types() {
  await buildWasm();
  await checkTypes();
}

if (isMain(import.meta.url)) await main(check);
