/**
 * The bill of materials of a release, as CycloneDX: the npm packages that npm itself lists, and the
 * crates that are linked, from cargo. It has no instant and no serial number, so that the same sources
 * give the same file.
 */

import fs from "node:fs";
import path from "node:path";
import { linkedCrates } from "./notices.mjs";
import { isMain, main, output, ROOT, Stop } from "./steps.mjs";

/** What is released of the workspace: the page's modules, the command line, Python's module. */
const RELEASED = ["wasm_engine", "wasm_tools", "cli", "python"];

/** @returns {Promise<object>} the document */
export async function sbom() {
  const document = await npmSbom();
  const { name, version } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const crates = (await linkedCrates(RELEASED, null)).map(crateComponent).sort(byRef);
  return withCrates(document, { name, version }, crates);
}

async function npmSbom() {
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"];
  const { code, out, err } = await output("npm", args);
  if (code !== 0) throw new Stop(`npm sbom failed: ${err.trim()}`);
  return JSON.parse(out);
}

/**
 * npm's document with the crates in it.
 * @param {object} document
 * @param {{ name: string, version: string }} project npm names it by its folder
 * @param {{ "bom-ref": string }[]} crates
 */
export function withCrates(document, project, crates) {
  const { serialNumber: _serial, metadata, components, dependencies, ...rest } = document;
  const { timestamp: _instant, ...kept } = metadata;
  const root = metadata.component["bom-ref"];
  const refs = crates.map((crate) => crate["bom-ref"]);
  return {
    ...rest,
    metadata: { ...kept, component: { ...metadata.component, ...project } },
    components: [...components, ...crates],
    dependencies: dependencies.map((one) =>
      one.ref === root ? { ...one, dependsOn: [...one.dependsOn, ...refs] } : one,
    ),
  };
}

/** @param {{ name: string, version: string, licence: string | null }} crate */
export function crateComponent({ name, version, licence }) {
  const purl = `pkg:cargo/${name}@${version}`;
  return {
    "bom-ref": purl,
    type: "library",
    name,
    version,
    scope: "required",
    purl,
    // "/" is an old way to write OR.
    licenses: licence === null ? [] : [{ expression: licence.replaceAll(/\s*\/\s*/g, " OR ") }],
  };
}

function byRef(left, right) {
  return left["bom-ref"] < right["bom-ref"] ? -1 : 1;
}

/** Prints it. */
async function printSbom() {
  console.log(JSON.stringify(await sbom(), null, 2));
}

if (isMain(import.meta.url)) await main(printSbom);
