/**
 * What the page asks of the worker that checks texts, and what it answers. Must not know how a text
 * is checked.
 */

/** What is wrong, in the reader's words. */
export interface TextProblem {
  /** Empty: the whole text. */
  path: string;
  text: string;
}

export interface CheckRequest {
  id: number;
  text: string;
}

/** Without problems it can run; `failed`: it could not be checked. */
export type CheckReply = { id: number } & ({ problems: TextProblem[] } | { failed: string });
