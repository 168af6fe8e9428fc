/**
 * A share as a file, for what is too long for a link: the same parts as JSON. Must not know where
 * files come from.
 */

import { type Found, readShare } from "./read";
import { Problems, type ReadShare, type Share } from "./share";

const SHARE_FORMAT = "raft-atlas-share/1";

export function writeShareFile(share: Share): string {
  return `${JSON.stringify({ format: SHARE_FORMAT, ...share }, null, 1)}\n`;
}

export function readShareFile(text: string): ReadShare {
  const problems = new Problems();
  const nothing = (found: string): ReadShare => {
    problems.add("file", found, "Nothing was opened.");
    return { share: null, problems: problems.list };
  };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return nothing(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    return nothing("It is no object.");
  }
  const { format, ...found } = file as Record<string, unknown>;
  if (format !== SHARE_FORMAT) {
    return nothing(`Its format is not “${SHARE_FORMAT}”, the only one that this page reads.`);
  }
  return readShare(found as Found, problems);
}
