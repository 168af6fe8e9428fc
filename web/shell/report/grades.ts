/**
 * Grades that a learning platform imports, of what the replay showed, never of what a report says
 * of itself. A report that does not hold has none.
 */

import { t, translate } from "@/language/words";
import { csvText } from "@/model/csv";
import { type CheckRow, troubleOf } from "./csv";

export type Platform = "moodle" | "canvas";

export const POINTS_MAX = 100;

interface Grade {
  name: string;
  title: string;
  points: number;
  words: string;
}

/** Of a challenge its stars, of a lesson its goals and answers. Null: a person has to look. */
export function gradeOf({ name, title, found, alike }: CheckRow): Grade | null {
  if (found === null || name === "" || found.run.same !== "equal") return null;
  if (found.wrong.length > 0 || troubleOf(found) !== "") return null;
  if (alike.some(({ byChance }) => !byChance)) return null;
  const is = found.challenge?.is;
  if (is != null) {
    const words = t("{done} of {all} stars; {score}", {
      ...{ done: is.stars, all: 3, score: translate(is.score) },
    });
    return { name, title, points: share(is.stars, 3), words };
  }
  const reached = found.goals.filter((goal) => goal.reached).length;
  const { right, of } = found.answers ?? { right: 0, of: 0 };
  const all = found.goals.length + of;
  if (all === 0) return null;
  const words = t("{reached} of {goals} goals, {right} of {answers} answers", {
    ...{ reached, goals: found.goals.length, right, answers: of },
  });
  return { name, title, points: share(reached + right, all), words };
}

function share(done: number, all: number): number {
  return Math.round((done / all) * POINTS_MAX * 10) / 10;
}

export function ungraded(rows: readonly CheckRow[]): number {
  return rows.filter((row) => gradeOf(row) === null).length;
}

/** One line a name, of which the best report counts; two columns a title, or one. */
export function gradesCsv(platform: Platform, rows: readonly CheckRow[]): string {
  const grades = rows.flatMap((row) => gradeOf(row) ?? []);
  const titles = [...new Set(grades.map(({ title }) => title))];
  const names = [...new Set(grades.map(({ name }) => name))];
  const best = (name: string, title: string): Grade | undefined =>
    grades
      .filter((one) => one.name === name && one.title === title)
      .sort((a, b) => b.points - a.points)[0];
  return platform === "moodle" ? moodle(names, titles, best) : canvas(names, titles, best);
}

type Best = (name: string, title: string) => Grade | undefined;

/** Its import asks which column means what. Feedback without a grade would empty the grade. */
function moodle(names: readonly string[], titles: readonly string[], best: Best): string {
  const head = ["Username", ...titles.flatMap((title) => [title, `${title} (feedback)`])];
  const lines = names.map((name) => [
    name,
    ...titles.flatMap((title) => {
      const grade = best(name, title);
      return grade === undefined ? ["", ""] : [grade.points, grade.words];
    }),
  ]);
  return csvText([head, ...lines]);
}

/** Columns as its gradebook exports them; the second line says of how many points. */
function canvas(names: readonly string[], titles: readonly string[], best: Best): string {
  const head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", ...titles];
  const most = ["    Points Possible", "", "", "", "", ...titles.map(() => POINTS_MAX)];
  const lines = names.map((name) => [
    ...[name, "", "", name, ""],
    ...titles.map((title) => best(name, title)?.points ?? ""),
  ]);
  return csvText([head, most, ...lines]);
}
