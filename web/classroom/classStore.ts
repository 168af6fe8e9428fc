/** What the page shows of its class, outside React. Only web/classroom writes here. */

import { createStore } from "zustand/vanilla";

import { type Answers, NO_ANSWERS } from "./answers";
import type { Sameness } from "./protocol";

export interface ClassState {
  code: string;
  /** Whether the server is there now, as far as 5 s of silence can tell. */
  isThere: boolean;
  /** The students' link; of a student too, who may pass it on. */
  link: string;
  /** A teacher's: who is there and what they said. */
  answers: Answers;
  /** A student's: whether their run is the teacher's. */
  same: Sameness;
  /** Whether the teacher has said which run it is. */
  hasRun: boolean;
  /** A teacher's: this page may lead the class, whether or not it does. */
  mayLead: boolean;
  /** No page has led the class for half a minute. */
  leaderGone: boolean;
  /** Of this page: said or answered, and not yet with the server. */
  unsent: number;
  namesAsked: boolean;
  /** What this student said. */
  name: string;
  ended: boolean;
  /** Messages that were not understood, or were too many. */
  dropped: number;
  /** Why something is not as it should be; "" while it is. */
  trouble: string;
}

export const NO_CLASS: ClassState = {
  code: "",
  isThere: false,
  link: "",
  answers: NO_ANSWERS,
  same: "not-yet",
  hasRun: false,
  mayLead: false,
  leaderGone: false,
  unsent: 0,
  namesAsked: false,
  name: "",
  ended: false,
  dropped: 0,
  trouble: "",
};

export const classStore = createStore<ClassState>(() => NO_CLASS);
