/** What a second run differs in, as a word of an address: "variant:leader", "pre_vote:false". */

import type { Settings } from "@/engine/types";
import type { BesideChoice } from "./besideChoice";

/** Null for a branch: a link carries the present one alone. */
export function writeChoice(choice: BesideChoice): string | null {
  switch (choice.kind) {
    case "variant":
      return `variant:${choice.variant}`;
    case "setting":
      return `${choice.key}:${choice.value}`;
    case "branch":
      return null;
  }
}

export function readChoice(text: string): BesideChoice | undefined {
  const { key, value } = /^(?<key>[a-z_]+):(?<value>.{1,200})$/.exec(text)?.groups ?? {};
  if (key === undefined || value === undefined) return undefined;
  if (key === "variant") return { kind: "variant", variant: value };
  const isFlag = value === "true" || value === "false";
  return { kind: "setting", key: key as keyof Settings, value: isFlag ? value === "true" : value };
}
