/** What a list needs of a request that the record tells. Pure; must not know how a row is drawn. */

import type { RequestStory } from "@/model/requests/story";
import { judged } from "@/model/requests/view";
import { verdictKindOf } from "@/model/verdicts";
import type { Listed } from "./listing";

export function listedOfStory(story: RequestStory, isStale: boolean): Listed {
  const { asked, outcome, latency_us } = story;
  return {
    id: asked.id,
    invoked_us: asked.at_us,
    latency_us,
    outcome,
    verdict: verdictKindOf({ op: asked.op, outcome, verdict: judged(story, isStale) }),
    workload: asked.workload,
  };
}
