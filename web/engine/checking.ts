/** What the page asks of the worker that checks texts, and what it answers. */

/** What is wrong, in the reader's words. */
export interface TextProblem {
  /** Empty: the whole text. */
  path: string;
  text: string;
  /** It is about the key, whatever its value is. */
  key?: boolean;
  /** Where the text is no JSON: its line, and a byte of it; both from 1, 0 is before the first. */
  line?: number;
  column?: number;
}

export interface CheckRequest {
  id: number;
  text: string;
}

/** Without problems it can run; `failed`: it could not be checked. */
export type CheckReply = { id: number } & ({ problems: TextProblem[] } | { failed: string });
