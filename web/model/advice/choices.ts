/** What a form of advice chooses from, in the page's words; the engine knows the ids. */

import type { AdviceForm } from "@/engine/lens";
import { msg } from "@/language/words";

type Values = AdviceForm["data"]["values"];
type Product = AdviceForm["raft"]["product"];
type Leaders = AdviceForm["consider"]["leaders"][number];
type Encoding = AdviceForm["consider"]["encoding"][number];

export interface AdviceChoice<Id extends string> {
  value: Id;
  label: string;
}

/** In the order of the words. */
function choicesOf<Id extends string>(words: Record<Id, string>): AdviceChoice<Id>[] {
  return (Object.keys(words) as Id[]).map((value) => ({ value, label: words[value] }));
}

export const VALUES = choicesOf<Values>({
  words: msg("Text of common words"),
  line: msg("One line, repeated"),
  digits: msg("Random digits"),
  random: msg("Random bytes"),
});

export const PRODUCTS = choicesOf<Product>({
  tikv: msg("TiKV"),
  cockroachdb: msg("CockroachDB"),
  yugabytedb: msg("YugabyteDB"),
  etcd: msg("etcd"),
});

/** What idle ranges do; the product's own way where the form says nothing. */
export const IDLE = choicesOf<"product" | "sleep" | "wake">({
  product: msg("As in the product"),
  sleep: msg("Sleep"),
  wake: msg("Send heartbeats"),
});

export const LEADERS = choicesOf<Leaders>({
  spread: msg("Leaders in all zones"),
  home: msg("Leaders where most clients are"),
  near: msg("Leaders in the zones near a majority"),
});

export const ENCODINGS = choicesOf<Encoding>({
  plain: msg("Uncompressed entries"),
  compact: msg("Compact entries"),
});
