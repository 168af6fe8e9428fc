/**
 * `npm run release`: whether this commit can be released. Everything that a release needs is tried,
 * also after something failed, and a table says what passed. With `--dry-run` that is all; without it
 * the tag is set that, once pushed, makes `.github/workflows/release.yml` draft the release.
 * `--long` adds the tests of a release. What is made is in `.cache/release`.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { changelogFaults, notesOf } from "./changelog.mjs";
import { checkLicences } from "./licences.mjs";
import { checkNotices } from "./notices.mjs";
import { pack } from "./pack.mjs";
import { packProgram } from "./pack-program.mjs";
import { packageFaults } from "./package-lint.mjs";
import { sbom } from "./sbom.mjs";
import {
  CACHE,
  EXE,
  environment,
  isMain,
  main,
  output,
  ROOT,
  run,
  Stop,
  seconds,
} from "./steps.mjs";
import { checkVersions, versionOf } from "./version.mjs";

const RELEASE = path.join(CACHE, "release");
const PACKAGES = ["engine", "element", "replay"];
const OPTIONS = ["--dry-run", "--long"];

/** What the engine's package has to come to, as it does everywhere. */
const DIGESTS = path.join(ROOT, "core", "run", "testdata", "digests.txt");
const SCENARIO = "first-look";

/**
 * Tries all, and gathers what came of each.
 * @param {[string, () => Promise<string | undefined>][]} checks what one returns is its note
 * @returns {Promise<{ name: string, passed: boolean, note: string, took: string }[]>}
 */
export async function tried(checks) {
  const rows = [];
  for (const [name, work] of checks) {
    const began = performance.now();
    console.log(`\n── release: ${name} ──`);
    try {
      const note = (await work()) ?? "";
      rows.push({ name, passed: true, note, took: seconds(began) });
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.log(error.message);
      const [note] = error.message.split("\n");
      rows.push({ name, passed: false, note, took: seconds(began) });
    }
  }
  return rows;
}

/** @param {{ name: string, passed: boolean, note: string, took: string }[]} rows */
export function table(rows) {
  const width = (of) => Math.max(...rows.map((row) => of(row).length));
  const [names, times] = [width(({ name }) => name), width(({ took }) => took)];
  return rows
    .map(({ name, passed, note, took }) =>
      `${passed ? "passed" : "FAILED"}  ${name.padEnd(names)}  ${took.padStart(times)}  ${note}`.trimEnd(),
    )
    .join("\n");
}

/** Throws with all of them, where there are any. */
function orStop(faults) {
  if (faults.length > 0) throw new Stop(faults.join("\n"));
}

async function git(...args) {
  const { code, out, err } = await output("git", args);
  if (code !== 0) throw new Stop(`git ${args.join(" ")} failed: ${err.trim()}`);
  return out.trim();
}

async function treeIsClean() {
  const changed = (await git("status", "--porcelain")).split("\n").filter((line) => line !== "");
  orStop(changed.map((line) => `found a change that is not committed: ${line.trim()}`));
  return `commit ${await git("rev-parse", "--short=12", "HEAD")}`;
}

/** A version is released once. */
async function tagIsFree(version) {
  const tag = `v${version}`;
  if ((await git("tag", "--list", tag)) === "") return `${tag} is free`;
  const [tagged, head] = [await git("rev-list", "-n1", tag), await git("rev-parse", "HEAD")];
  if (tagged !== head) {
    throw new Stop(
      `found the tag ${tag} at ${tagged.slice(0, 12)}, expected none or one at this commit`,
    );
  }
  return `${tag} is this commit`;
}

async function changelogIsWritten(version) {
  const text = fs.readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8");
  orStop(changelogFaults(text, version, new Date().toISOString().slice(0, 10)));
  const notes = notesOf(text, version);
  fs.writeFileSync(path.join(RELEASE, "notes.md"), `${notes}\n`);
  return `${notes.split("\n").filter((line) => line.startsWith("- ")).length} changes`;
}

async function packagesArePacked(tarballs) {
  for (const name of PACKAGES) {
    const made = await pack(name);
    const kept = path.join(RELEASE, path.basename(made));
    fs.copyFileSync(made, kept);
    tarballs.push(kept);
  }
  return tarballs.map((file) => `${path.basename(file)} ${mebibytes(file)}`).join(", ");
}

function mebibytes(file) {
  return `${(fs.statSync(file).size / 2 ** 20).toFixed(1)} MiB`;
}

function orPacked(tarballs) {
  if (tarballs.length < PACKAGES.length) throw new Stop("the packages were not packed");
  return tarballs;
}

async function packagesAreSound(tarballs) {
  const faults = [];
  for (const tarball of orPacked(tarballs)) {
    const found = await packageFaults(tarball);
    faults.push(...found.map((fault) => `${path.basename(tarball)}: ${fault}`));
  }
  orStop(faults);
  return "publint and “are the types wrong” find nothing";
}

/** Each alone in an empty project, without a network; what needs nobody's peer is run too. */
async function packagesInstall(tarballs) {
  const known = fs.readFileSync(DIGESTS, "utf8");
  const digest = new RegExp(`^${SCENARIO} run (\\w{16})$`, "m").exec(known)[1];
  for (const tarball of orPacked(tarballs)) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-release-"));
    try {
      await installAlone(folder, tarball);
      if (path.basename(tarball).includes("engine")) await runEngine(folder, digest);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
  return `each in an empty project; ${SCENARIO} comes to ${digest}`;
}

async function installAlone(folder, tarball) {
  fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const options = ["--offline", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { code, err } = await output("npm", ["install", ...options, tarball], { cwd: folder });
  if (code !== 0) throw new Stop(`${path.basename(tarball)} was not installed: ${err.trim()}`);
}

async function runEngine(folder, digest) {
  const program = `import { loadEngine } from "@raft-atlas/engine";
import scenario from "@raft-atlas/engine/scenarios/${SCENARIO}.json" with { type: "json" };
const engine = await loadEngine();
const run = engine.open(scenario);
run.advanceTo(engine.describe(scenario).duration_us);
console.log(engine.build.version, run.digest());
`;
  fs.writeFileSync(path.join(folder, "run.mjs"), program);
  const { out, err } = await output(process.execPath, ["run.mjs"], { cwd: folder });
  const wanted = `${versionOf()} ${digest}`;
  if (out.trim() !== wanted) {
    throw new Stop(
      `The engine’s package, ${SCENARIO}: found ${out.trim() || err.trim()}, expected ${wanted}`,
    );
  }
}

async function commandLineSays(version) {
  const args = ["run", "--quiet", "--locked", "-p", "cli", "--", "--version"];
  const { code, out, err } = await output("cargo", args);
  if (code !== 0) throw new Stop(`The command line was not built: ${err.trim()}`);
  const wanted = `raft-atlas ${version} (commit ${await git("rev-parse", "--short=12", "HEAD")})`;
  if (out.trim() !== wanted) throw new Stop(`found "${out.trim()}", expected "${wanted}"`);
  return wanted;
}

/** With manual pages, completions and licences, as it is archived for each system. */
async function commandLineIsPacked() {
  const target = process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target");
  const folder = path.join(CACHE, "program");
  const files = await packProgram(path.join(target, "debug", `raft-atlas${EXE}`), folder);
  const pages = files.filter((file) => file.endsWith(".1"));
  if (pages.length < 2)
    throw new Stop(`found ${pages.length} manual pages, expected one a command`);
  return `${files.length} files, ${pages.length} of them manual pages`;
}

/** What rustdoc warns of is a link or a name that leads nowhere. */
async function cratesAreDocumented() {
  const env = environment({ RUSTDOCFLAGS: "-D warnings" });
  const args = ["doc", "--quiet", "--locked", "--workspace", "--no-deps"];
  const { code, err } = await output("cargo", args, { env });
  if (code !== 0) throw new Stop(`cargo doc found faults:\n${err.trim()}`);
}

async function materialsAreListed(version) {
  const document = await sbom();
  const file = `raft-atlas-${version}.cdx.json`;
  fs.writeFileSync(path.join(RELEASE, file), `${JSON.stringify(document, null, 2)}\n`);
  return `${document.components.length} components in ${file}`;
}

async function testsPass() {
  await run(process.execPath, [path.join(ROOT, "tools", "test.mjs"), "--long"], {
    sentence: "The tests of a release failed; they are named above.",
  });
  return "npm run test:long";
}

function checksOf(version, { isLong }) {
  const tarballs = [];
  const checks = [
    ["clean tree", treeIsClean],
    ["tag", () => tagIsFree(version)],
    ["versions", checkVersions],
    ["changelog", () => changelogIsWritten(version)],
    ["licences and advisories", checkLicences],
    ["notices", checkNotices],
    ["bill of materials", () => materialsAreListed(version)],
    ["command line", () => commandLineSays(version)],
    ["command line, as it is archived", commandLineIsPacked],
    ["documents of the crates", cratesAreDocumented],
    ["packages", () => packagesArePacked(tarballs)],
    ["packages, as others read them", () => packagesAreSound(tarballs)],
    ["packages, installed", () => packagesInstall(tarballs)],
  ];
  return isLong ? [...checks, ["tests", testsPass]] : checks;
}

async function release(args) {
  const unknown = args.filter((arg) => !OPTIONS.includes(arg));
  if (unknown.length > 0) {
    throw new Stop(`There is no option ${unknown.join(", ")}; there are ${OPTIONS.join(", ")}.`);
  }
  const version = versionOf();
  fs.rmSync(RELEASE, { recursive: true, force: true });
  fs.mkdirSync(RELEASE, { recursive: true });
  const rows = await tried(checksOf(version, { isLong: args.includes("--long") }));
  console.log(`\n${table(rows)}\n`);
  const failed = rows.filter(({ passed }) => !passed);
  if (failed.length > 0) {
    const names = failed.map(({ name }) => name).join(", ");
    throw new Stop(
      `${version} cannot be released: ${failed.length} of ${rows.length} failed (${names}).`,
    );
  }
  if (args.includes("--dry-run")) return console.log(`${version} can be released.`);
  await git("tag", "--annotate", "--message", `Raft Atlas ${version}`, `v${version}`);
  console.log(`The tag v${version} is set; to release: git push origin v${version}`);
}

if (isMain(import.meta.url)) await main(release);
