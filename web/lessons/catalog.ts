/** The page's own lessons: their list and their texts, from files beside the page. */

import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { t } from "@/language/words";

import { type Fetched, fetchText } from "@/model/fetched";

export interface ListedLesson {
  id: string;
  file: string;
  title: string;
  minutes: number;
  text: string;
  /** What people call its subject, in any language: it is found by them, they are not shown. */
  topics: string[];
  steps: number;
  /** A story is there to be read, with less to do. */
  kind: "lesson" | "story";
  scenarios: string[];
  /** The scenario whose picture its card has; the first that it plays by default. */
  picture?: string | undefined;
}

const FOLDER = "./lessons";

const list = v.array(
  v.object({
    id: v.string(),
    file: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
    title: v.string(),
    minutes: v.number(),
    text: v.string(),
    topics: v.optional(v.array(v.string()), []),
    steps: v.number(),
    kind: v.optional(v.picklist(["lesson", "story"]), "lesson"),
    scenarios: v.optional(v.array(v.string()), []),
    picture: v.optional(v.string()),
  }),
);

export async function fetchLessons(): Promise<Fetched<ListedLesson[]>> {
  const [text] = await Promise.all([fetchText(`${FOLDER}/index.json`), textsOf("lessons")]);
  if (!text.ok) return text;
  try {
    return { ok: true, value: v.parse(list, JSON.parse(text.value)) };
  } catch {
    return { ok: false, message: t("The list of lessons (lessons/index.json) is not a list.") };
  }
}

export async function fetchLesson(id: string): Promise<Fetched<string>> {
  const lessons = await fetchLessons();
  if (!lessons.ok) return lessons;
  const listed = lessons.value.find((lesson) => lesson.id === id);
  if (listed !== undefined) return fetchText(`${FOLDER}/${listed.file}`);
  const known = lessons.value.map((lesson) => lesson.id).join(t(", "));
  return {
    ok: false,
    message: t("There is no lesson “{id}” here. There are: {known}.", { id, known }),
  };
}
