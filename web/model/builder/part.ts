/** What the builder and each of its parts are given. */

import type { TextProblem } from "@/engine/checking";
import type { Span } from "../jsonSpots";

/** What is wrong, as the reader says it, and where it stands in the text. */
export interface BuildProblem extends TextProblem {
  span: Span;
}

export interface BuildPart {
  text: string;
  /** Takes the place of the text, as one step of what can be undone; `said` tells what was done. */
  change(next: string, said?: string): void;
  /** In the order of the text. */
  problems: readonly BuildProblem[];
}

/** What the drawing as a whole is given: a part, and what leads elsewhere. */
export interface BuildFrame extends BuildPart {
  /** What can be undone, and done again. */
  steps: { undo: boolean; redo: boolean };
  undo(): void;
  redo(): void;
  /** The problem that a person chose: the drawing leads to its place. */
  chosen: BuildProblem | null;
  /** Shows the text at a place, as the reader writes it: `topology.stores[2]`. */
  onText(place: string): void;
}

/** A place in a document: keys and indexes. */
export type Path = readonly (string | number)[];

/** As the reader writes a place: `topology.stores[2].zone`. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** What is wrong at a place itself, and at nothing in it. */
export function problemsAt<Problem extends TextProblem>(
  problems: readonly Problem[],
  path: Path,
): Problem[] {
  const place = pathText(path);
  return problems.filter((problem) => problem.path === place);
}

export function problemsIn<Problem extends TextProblem>(
  problems: readonly Problem[],
  path: Path,
): Problem[] {
  const place = pathText(path);
  return problems.filter(
    (problem) =>
      problem.path.startsWith(place) && /^($|[.[:])/.test(problem.path.slice(place.length)),
  );
}
