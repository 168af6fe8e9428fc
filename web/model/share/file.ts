/** A share as a file, for what is too long for a link: the same parts as JSON. */

import { t } from "@/language/words";
import { type Found, readShare } from "./read";
import { Problems, type ReadShare, type Share } from "./share";

const SHARE_FORMAT = "raft-atlas-share/1";

export function writeShareFile(share: Share): string {
  return `${JSON.stringify({ format: SHARE_FORMAT, ...share }, null, 1)}\n`;
}

export function readShareFile(text: string): ReadShare {
  const problems = new Problems();
  const nothing = (found: string): ReadShare => {
    problems.add("file", found, t("Nothing was opened."));
    return { share: null, problems: problems.list };
  };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return nothing(
      t("It is not JSON: {why}.", { why: error instanceof Error ? error.message : String(error) }),
    );
  }
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    return nothing(t("It is no object."));
  }
  const { format, ...found } = file as Record<string, unknown>;
  if (format !== SHARE_FORMAT) {
    return nothing(
      t("Its format is not “{format}”, the only one that this page reads.", {
        format: SHARE_FORMAT,
      }),
    );
  }
  return readShare(found as Found, problems);
}
