/** Ways into challenges; the player itself is fetched with the first. Must not decide anything. */

import type { ChallengeWays } from "@/session/provided";

async function fetchDesk() {
  return (await import("./desk")).challengeDesk;
}

export const challengeWays: ChallengeWays = {
  refusal: async (action) => (await fetchDesk()).refusal(action),
};

/** The run of this challenge is shown, or that of none: the player goes with it. */
export async function followChallenge(id: string | null): Promise<void> {
  await (await fetchDesk()).follow(id);
}
