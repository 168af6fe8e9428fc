/**
 * What publint and “are the types wrong” find in a packed package. Both read the tarball, as whoever
 * installs it gets it, and ask nobody. A finding that stands is explained here, by its name.
 */

import fs from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/**
 * How packages are resolved that these do not serve: they are ES modules alone, with `exports`.
 * Node since 20.19 lets `require` take those too; what is older than `exports` is not supported.
 */
const NOT_SERVED = ["node10", "node16-cjs"];

/** Ways in that have no types, by their ends: files, not code. */
const FILES = /\.(?:json|wasm)$|\/page\//;

/**
 * @param {string} tarball
 * @returns {Promise<string[]>} one sentence each
 */
export async function packageFaults(tarball) {
  return [...(await publintFaults(tarball)), ...(await typeFaults(tarball))];
}

async function publintFaults(tarball) {
  const { buffer } = new Uint8Array(fs.readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeFaults(tarball) {
  const contents = createPackageFromTarballData(new Uint8Array(fs.readFileSync(tarball)));
  return typeProblems(await checkPackage(contents));
}

/**
 * @param {{ problems: { kind: string, entrypoint?: string, resolutionKind?: string }[] }} analysis
 * @returns {string[]}
 */
export function typeProblems({ problems, types }) {
  if (types === false) return ["types: the package has none"];
  return problems
    .filter(({ resolutionKind }) => !NOT_SERVED.includes(resolutionKind))
    .filter(({ entrypoint }) => entrypoint === undefined || !FILES.test(entrypoint))
    .map(({ kind, entrypoint, resolutionKind, ...rest }) => {
      const where = [entrypoint, resolutionKind].filter((part) => part !== undefined).join(" by ");
      return `types: ${kind} at ${where || JSON.stringify(rest)}`;
    });
}
