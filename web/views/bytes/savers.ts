/**
 * What spares bytes, in words. Pure.
 */

/** In the order of the engine's numbers (cluster::decision::Saver). */
export const SAVERS = [
  "Follower Replication",
  "delta encoding",
  "compression",
  "snapshots from nearby replicas",
] as const;
