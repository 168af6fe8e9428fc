/** The page's own challenges: their list, from a file beside the page. */

import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { t } from "@/language/words";

import { type Fetched, fetchText } from "@/model/fetched";

export interface ListedChallenge {
  id: string;
  title: string;
  minutes: number;
  text: string;
}

const list = v.array(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
    title: v.string(),
    minutes: v.number(),
    text: v.string(),
  }),
);

export async function fetchChallenges(): Promise<Fetched<ListedChallenge[]>> {
  const [text] = await Promise.all([fetchText("./challenges/index.json"), textsOf("challenges")]);
  if (!text.ok) return text;
  try {
    return { ok: true, value: v.parse(list, JSON.parse(text.value)) };
  } catch {
    return {
      ok: false,
      message: t("The list of challenges (challenges/index.json) is not a list."),
    };
  }
}
