/**
 * Licences and known advisories of everything that is linked or bundled, from the lock files and
 * what the packages say of themselves. It needs no network; what it cannot do is learn of an
 * advisory that is not listed in tools/policy.mjs. cargo-deny knows crates only, and takes minutes
 * to compile (docs/design/tooling.md has the figure).
 */

import fs from "node:fs";
import path from "node:path";
import { ADVISORIES, EXCEPTION_FAMILIES, EXCEPTIONS, LICENCES } from "./policy.mjs";
import { EXTENSION } from "./python.mjs";
import { compareVersions, isMain, main, output, ROOT, Stop } from "./steps.mjs";

/**
 * @param {string} expression an SPDX expression; "/" is an old way to write OR
 * @returns {boolean} whether one of its alternatives is allowed in full
 */
export function isAllowed(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let holds = both();
    while (tokens[at] === "OR") {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  };
  const both = () => {
    let holds = one();
    while (tokens[at] === "AND") {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  };
  const one = () => {
    const token = tokens[at];
    at += 1;
    if (token === "(") {
      const holds = either();
      at += 1;
      return holds;
    }
    // An exception only widens what the licence permits.
    if (tokens[at] === "WITH") at += 2;
    return token !== undefined && Object.hasOwn(LICENCES, token);
  };
  const holds = either();
  return holds && at === tokens.length;
}

/**
 * @param {{ ecosystem: string, name: string, version: string, licence: string | null }[]} packages
 * @returns {string[]} one sentence per package whose licence is not allowed
 */
export function licenceFaults(packages) {
  return packages
    .filter(({ licence }) => licence === null || !isAllowed(licence))
    .filter(({ ecosystem, name }) => !isException(`${ecosystem}:${name}`))
    .map(
      ({ ecosystem, name, version, licence }) =>
        `${ecosystem} ${name} ${version}: licence ${licence ?? "not stated"} is not in the list of tools/policy.mjs`,
    );
}

function isException(key) {
  const family = Object.keys(EXCEPTION_FAMILIES).some((prefix) => key.startsWith(prefix));
  return family || Object.hasOwn(EXCEPTIONS, key);
}

/**
 * @param {{ ecosystem: string, name: string, version: string }[]} packages
 * @returns {{ faults: string[], accepted: string[] }}
 */
export function advisoryFindings(packages, advisories = ADVISORIES) {
  const faults = [];
  const accepted = [];
  for (const advisory of advisories) {
    const hit = packages.filter(
      ({ ecosystem, name, version }) =>
        ecosystem === advisory.ecosystem &&
        name === advisory.package &&
        isAffected(version, advisory),
    );
    for (const { name, version } of hit) {
      const line = `${advisory.id} (${advisory.what}) affects ${name} ${version}`;
      if (advisory.accepted === undefined) faults.push(`${line}; it is fixed in ${advisory.fixed}`);
      else accepted.push(`${line}; accepted: ${advisory.accepted}`);
    }
    if (hit.length === 0 && advisory.accepted !== undefined) {
      faults.push(`${advisory.id} affects nothing any more; remove it from tools/policy.mjs`);
    }
  }
  return { faults, accepted };
}

function isAffected(version, { from, fixed }) {
  if (from !== undefined && compareVersions(version, from) < 0) return false;
  return fixed === null || compareVersions(version, fixed) < 0;
}

/** Crates of the lock file with the licence that each states. */
export async function crates() {
  const args = ["metadata", "--format-version", "1", "--locked", "--features", EXTENSION];
  const { code, out, err } = await output("cargo", args);
  if (code !== 0) throw new Stop(`cargo metadata failed: ${err.trim()}`);
  return JSON.parse(out)
    .packages.filter(({ source }) => source !== null)
    .map(({ name, version, license }) => ({ ecosystem: "crate", name, version, licence: license }));
}

/** Packages of package-lock.json. */
export function npmPackages() {
  const lock = JSON.parse(fs.readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([place]) => place !== "")
    .map(([place, { version, license }]) => ({
      ecosystem: "npm",
      name: place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license ?? null,
    }));
}

export async function checkLicences() {
  const packages = [...(await crates()), ...npmPackages()];
  const { faults, accepted } = advisoryFindings(packages);
  const found = [...licenceFaults(packages), ...faults];
  if (accepted.length > 0) console.log(accepted.join("\n"));
  if (found.length > 0) {
    console.log(found.join("\n"));
    throw new Stop(`${found.length} packages break the policy; they are listed above.`);
  }
  console.log(`${packages.length} packages keep the policy on licences and advisories.`);
}

if (isMain(import.meta.url)) await main(checkLicences);
