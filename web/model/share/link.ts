/**
 * A share as the fragment of an address, and back: "#2" and its JSON, deflated, with a check
 * number. Reading is total: every text gives a share, or problems in words.
 */

import { t } from "@/language/words";
import { PACKED, READABLE, readPacked, readReadable } from "./oldLink";
import { pack, unpack } from "./packed";
import { type Found, readShare } from "./read";
import {
  FRAGMENT_LENGTH_MAX,
  INFLATED_BYTES_MAX,
  Problems,
  quoted,
  type ReadShare,
  type Share,
} from "./share";

const LINK = "#2";

export async function writeFragment(share: Share): Promise<string> {
  return LINK + (await pack(JSON.stringify(spare(share)), "deflate"));
}

/** With or without its "#". */
export async function readFragment(given: string): Promise<ReadShare> {
  const fragment = given.startsWith("#") ? given : `#${given}`;
  const problems = new Problems();
  const nothing = (found: string): ReadShare => {
    problems.add("link", found, t("Nothing was opened."));
    return { share: null, problems: problems.list };
  };
  if (fragment.length > FRAGMENT_LENGTH_MAX) {
    return nothing(
      t("It has {length} letters; at most {most} are read.", {
        length: fragment.length,
        most: FRAGMENT_LENGTH_MAX,
      }),
    );
  }
  if (fragment.startsWith(READABLE)) return readReadable(fragment, problems);
  if (fragment.startsWith(PACKED)) return readPacked(fragment, problems);
  if (!fragment.startsWith(LINK)) {
    const begin = quoted(fragment.slice(0, 12));
    return nothing(
      t("It begins with {begin}; “#2” was expected, or “#1” of an older link.", { begin }),
    );
  }
  const unpacked = await unpack(fragment.slice(LINK.length), "deflate", INFLATED_BYTES_MAX);
  if (unpacked.kind === "too-long") {
    return nothing(t("It unpacks to more than 2 MB. No link of this page does."));
  }
  const found = unpacked.kind === "whole" ? objectIn(unpacked.text) : undefined;
  if (found === undefined) return nothing(t("It is incomplete or was changed on the way."));
  return readShare(found, problems);
}

/** Without what is left out anyway: a part that is not there is as if nothing was said of it. */
function spare({ furthest_us, ...share }: Share): Found {
  const parts = Object.entries({
    ...share,
    ...(furthest_us > share.at_us ? { furthest_us } : {}),
  });
  return Object.fromEntries(
    parts.filter(([, part]) => part !== null && part !== "" && !isEmptyList(part)),
  );
}

function isEmptyList(part: unknown): boolean {
  return Array.isArray(part) && part.length === 0;
}

function objectIn(text: string): Found | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Found) : undefined;
  } catch {
    return undefined;
  }
}
