/** What the two ends of a class are given: the page, clocks, and who hears of what went wrong. */

import type { Fetched } from "@/model/fetched";
import type { Following } from "@/session/following";
import type { PageStore } from "@/session/pageStore";
import type { LessonPort } from "@/session/ports";
import type { SimStore } from "@/session/simStore";
import type { ClassRun } from "./classRun";
import type { Sameness } from "./protocol";

export interface ClassDeps {
  run: SimStore;
  page: PageStore;
  wallMs(): number;
  later(callback: () => void, ms: number): void;

  // --- a teacher ----------------------------------------------------------------------------------

  /** Makes the ids of this page's messages its own. */
  nonce: string;
  /** It was not stored, and will not be; or has not been for long. Once until something is. */
  refused(why: string): void;
  /** The class lacks something that was said: what it knows of the run is not all. */
  lacking(): void;
  /** Another page has said something to the class since: what waited is dropped. */
  overtaken(): void;
  /** So many things are said and not stored yet. */
  waits(count: number): void;

  // --- a student ----------------------------------------------------------------------------------

  following: Pick<Following, "open" | "controller">;
  lessons: Pick<LessonPort, "resume" | "leave">;
  fetchScenario(id: string): Promise<Fetched<string>>;
  told(same: Sameness): void;
  /** It cannot be followed; a sentence says why, "" that it can again. */
  troubled(why: string): void;
  changed(state: ClassRun): void;
  /** A page that leads was heard; every few seconds while there is one. */
  present?(): void;
  /** The class is led by another page than before, or for the first time by one. */
  led?(by: string): void;
  /** It could not be fetched; it is tried again with the next thing that is said. */
  failed?(why: string): void;
}
