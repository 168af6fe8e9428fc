/** Ways into challenges; the player itself is fetched with the first. Must not decide anything. */

import type { ChallengePort } from "@/session/ports";

async function fetchPlayer() {
  return (await import("./pageChallenges")).challengePlayer;
}

export const challengePort: ChallengePort = {
  refusal: async (action) => (await fetchPlayer()).refusal(action),
};

/** The run of this challenge is shown, or that of none: the player goes with it. */
export async function followChallenge(id: string | null): Promise<void> {
  await (await fetchPlayer()).follow(id);
}
