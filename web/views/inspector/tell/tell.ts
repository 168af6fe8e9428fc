/** Everything that is known of the selected thing, in words, fetched by its kind. */

import type { Target } from "@/engine/types";
import type { Description, Known } from "./types";

/** Null when nothing is known of it (any more). */
export type Teller = (target: Target, known: Known) => Description | null;

/** Things that one teller tells of have the same. */
export function kindOf(target: Target): "place" | "replica" | "request" | "message" {
  if ("node" in target || "link" in target) return "place";
  if ("replica" in target || "range" in target || "entry" in target) return "replica";
  return "request" in target ? "request" : "message";
}

export async function tellerOf(target: Target): Promise<Teller> {
  switch (kindOf(target)) {
    case "place":
      return (await import("./places")).tellPlace;
    case "replica":
      return (await import("./replicas")).tellOfRange;
    case "request":
      return (await import("./requests")).tellOfRequest;
    case "message":
      return (await import("./messages")).tellOfMessage;
  }
}
