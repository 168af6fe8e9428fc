/**
 * Python for the package in python/: an environment of its own in .tools/python with what
 * python/requirements-test.txt names, and the package in it. Must not know what is run with it.
 * `node tools/python.mjs` only writes the licences beside pyproject.toml, for who calls maturin.
 */

import fs from "node:fs";
import path from "node:path";
import { indented, STAMPS } from "./setup-programs.mjs";
import {
  CACHE,
  compareVersions,
  contentHash,
  environment,
  isMain,
  main,
  onPath,
  output,
  ROOT,
  readStamp,
  Stop,
  TOOLS,
  withLock,
  writeStamp,
} from "./steps.mjs";

/** The crate is empty without it, so that a machine without Python builds and tests all else. */
export const EXTENSION = "python/extension";
const PYTHON_AT_LEAST = "3.10.0";
const HOME = path.join(TOOLS, "python");
const REQUIREMENTS = "python/requirements-test.txt";
const WINDOWS = process.platform === "win32";

/** A program of that environment. */
export function pythonProgram(name) {
  return path.join(HOME, WINDOWS ? "Scripts" : "bin", WINDOWS ? `${name}.exe` : name);
}

/** The first Python on this machine that is new enough, as program and version, or null. */
export async function findPython() {
  for (const name of [process.env.PYTHON, "python3", "python"]) {
    const file = name && (path.isAbsolute(name) ? name : onPath(name));
    if (!file) continue;
    const { code, out } = await output(file, ["--version"]);
    const version = /^Python (\d+\.\d+\.\d+)/.exec(out)?.[1];
    if (code !== 0 || version === undefined) continue;
    if (compareVersions(version, PYTHON_AT_LEAST) >= 0) return { file, version };
  }
  return null;
}

/** The environment, made anew where what it is made from changed. */
export async function pythonReady({ file, version }) {
  const stamp = path.join(STAMPS, "python");
  const wanted = contentHash([REQUIREMENTS], version);
  if (readStamp(stamp) === wanted && fs.existsSync(pythonProgram("python"))) return;
  await withLock("python", async () => {
    fs.rmSync(HOME, { recursive: true, force: true });
    await quietly(file, ["-m", "venv", HOME], "Python’s own environment could not be made");
    // Most of what is installed is never imported here: what is, Python compiles when it is.
    const install = ["-m", "pip", "install", "--disable-pip-version-check", "--no-compile"];
    const packages = [...install, "--only-binary", ":all:", "--requirement", REQUIREMENTS];
    await quietly(pythonProgram("python"), packages, "The Python packages could not be installed");
    writeStamp(stamp, wanted);
  });
}

/**
 * Builds the package in python/ and puts it into the environment.
 * @param {"dev" | "wheel"} profile dev shares the compiler's settings with the tests of the core
 */
export async function installPackage(profile) {
  const wheels = path.join(CACHE, "wheels", profile);
  fs.rmSync(wheels, { recursive: true, force: true });
  await writeLicences();
  const build = ["build", "--locked", "--profile", profile, "--out", wheels];
  const python = ["--interpreter", pythonProgram("python")];
  await quietly(pythonProgram("maturin"), [...build, ...python], "The package was not built", {
    cwd: path.join(ROOT, "python"),
  });
  const [wheel] = fs.readdirSync(wheels).filter((name) => name.endsWith(".whl"));
  const install = ["-m", "pip", "install", "--disable-pip-version-check", "--no-deps"];
  const again = ["--force-reinstall", path.join(wheels, wheel)];
  await quietly(pythonProgram("python"), [...install, ...again], "The package was not installed");
}

/** Beside pyproject.toml maturin finds licences by their names, and puts them into the wheel. */
async function writeLicences() {
  const { nativeNotices } = await import("./notices.mjs");
  const folder = path.join(ROOT, "python");
  fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(folder, "LICENSE"));
  fs.writeFileSync(path.join(folder, "NOTICES.txt"), await nativeNotices());
}

/** Says why only where it fails. */
async function quietly(program, args, sentence, options = {}) {
  const { code, out, err } = await output(program, args, { env: environment(), ...options });
  if (code === 0) return;
  console.log(indented(err || out));
  throw new Stop(`${sentence} (the reason is above): ${[program, ...args].join(" ")}`);
}

if (isMain(import.meta.url)) await main(writeLicences);
