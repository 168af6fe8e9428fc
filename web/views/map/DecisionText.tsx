/** What was decided, in the words that have room; fetched with the first decision. */
import type { Notable } from "@/engine/types";
import { deedWords } from "@/model/decided";
import { textWidth } from "@/model/textWidth";
import { useMap } from "./mapContext";

export interface DecisionTextProps {
  notable: Pick<Notable, "text" | "fact">;
  roomPx: number;
  /** Height of its type. */
  sizePx: number;
}

export function DecisionText({ notable: { text, fact }, roomPx, sizePx }: DecisionTextProps) {
  const { world } = useMap();
  if (fact === null || !("decision" in fact) || textWidth(text, sizePx) <= roomPx) return text;
  return deedWords(world, fact.decision);
}
