/** What the build takes from headers.mjs. */

export const POLICY: string;
export const HASHED: RegExp;
