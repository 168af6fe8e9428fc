/** What spares bytes, in words. Pure. */

import { msg } from "@/language/words";

/** In the order of the engine's numbers (cluster::decision::Saver). */
export const SAVERS = [
  msg("Follower Replication"),
  msg("delta encoding"),
  msg("compression"),
  msg("snapshots from nearby replicas"),
] as const;
