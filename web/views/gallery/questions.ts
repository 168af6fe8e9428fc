/** The questions of the gallery, as chips, each of the list's belongs to one; and what teaches. */

import { msg } from "@/language/words";

export type Chip =
  | "breaks"
  | "old"
  | "nearby"
  | "trips"
  | "crossing"
  | "ranges"
  | "limit"
  | "lessons";

export const CHIPS: Readonly<Record<Chip, string>> = {
  breaks: msg("Something breaks"),
  old: msg("Old data"),
  nearby: msg("Reading nearby"),
  trips: msg("Round trips"),
  crossing: msg("Writes that cross"),
  ranges: msg("Many ranges"),
  limit: msg("Where is the limit?"),
  lessons: msg("Stories and lessons"),
};

/** By the question that a scenario has in the list; a test holds it to the list. */
export const CHIP_OF: Readonly<Record<string, Chip>> = {
  "How does a group keep going when something breaks?": "breaks",
  "Can a leader serve stale data?": "old",
  "How old is what you read?": "old",
  "What does reading locally save, and what does it cost?": "nearby",
  "How many round trips does a read take?": "trips",
  "How can writes cross between zones less often?": "crossing",
  "How can the same data be sent in fewer bytes?": "crossing",
  "Where should leaders and replicas be?": "ranges",
  "Where is the bottleneck?": "limit",
};
