/** What tests take from check-size.mjs. */

export interface Weight {
  /** Below the built folder. */
  file: string;
  raw: number;
  served: number;
}

/** Everything that the first minute needs, largest first. */
export function sizes(folder?: string): Weight[];
