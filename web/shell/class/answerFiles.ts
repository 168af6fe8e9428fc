/** Answers of a class as files for other programs, with what each question asks. */

import {
  answersCsv,
  answersJson,
  type KeptAnswers,
  type QuestionTextOf,
} from "@/classroom/keeping";
import { translate } from "@/language/words";
import { fetchLesson } from "@/lessons/catalog";
import { download } from "@/session/download";
import { sim } from "@/session/simClient";

export async function saveAnswers(of: KeptAnswers, kind: "csv" | "json"): Promise<void> {
  const askedOf = await askedIn(new Set(of.answers.steps.map(({ lesson }) => lesson)));
  const name = `class-${of.code}.${kind}`;
  if (kind === "json") download(name, answersJson(of, askedOf));
  else download(name, new Blob([answersCsv(of.answers, askedOf)], { type: "text/csv" }));
}

/** A lesson that is not found leaves its questions without words. */
async function askedIn(lessons: ReadonlySet<string>): Promise<QuestionTextOf> {
  const known = new Map<string, ReturnType<QuestionTextOf>>();
  for (const id of lessons) {
    const text = await fetchLesson(id);
    const lesson = text.ok ? await sim.readLesson(text.value) : text;
    if (!lesson.ok) continue;
    for (const { id: step, title, predict } of lesson.value.steps) {
      const choices = (predict?.answers ?? []).map((answer) => translate(answer.text));
      known.set(`${id} ${step}`, { question: translate(predict?.question ?? title), choices });
    }
  }
  return (lesson, step) => known.get(`${lesson} ${step}`) ?? { question: "", choices: [] };
}
