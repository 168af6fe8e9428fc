/** What tests and the build take from check-size.mjs. */

export interface Weight {
  /** Below the built folder. */
  file: string;
  raw: number;
  served: number;
}

/** Everything that the first minute needs, largest first. */
export function sizes(folder?: string): Weight[];

/** Modules that parts of the first minute begin with, below the project’s folder. */
export const MINUTE: readonly string[];
