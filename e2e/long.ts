/**
 * Whether this is the long run (`npm run test:long`): tests tagged `@long` belong to it alone, and
 * what goes by dice goes on for longer.
 */
export const IS_LONG = process.env.RAFT_ATLAS_LONG !== undefined;
