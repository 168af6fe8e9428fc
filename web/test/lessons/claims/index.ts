/**
 * What the lessons claim of their figures. Each step that shows figures has a row, with a claim of
 * each of them. For tests only.
 */

import { BYTES } from "./bytes";
import type { Claims } from "./claim";
import { FAULTS } from "./faults";
import { FOLLOWER_READ } from "./followerRead";
import { MILLION } from "./million";
import { ONE_MESSAGE } from "./oneMessage";
import { READS_FAR } from "./reads";
import { SAFETY } from "./safety";
import { THE_PAST } from "./thePast";
import { ZONE_CROSSING } from "./zoneCrossing";

export type { Claim } from "./claim";

export const CLAIMS: Claims = {
  ...SAFETY,
  ...FOLLOWER_READ,
  ...ONE_MESSAGE,
  ...READS_FAR,
  ...THE_PAST,
  ...BYTES,
  ...ZONE_CROSSING,
  ...FAULTS,
  ...MILLION,
};
