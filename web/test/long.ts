/** What is tried every day, and what only in the long run (`npm run test:long`). */

export const IS_LONG = process.env.RAFT_ATLAS_LONG !== undefined;

/** Every third from one on; in the long run all. Tests of different things begin at different ones. */
export function aThirdOf<T>(all: readonly T[], first: 0 | 1 | 2): T[] {
  return all.filter((_, place) => IS_LONG || place % 3 === first);
}
