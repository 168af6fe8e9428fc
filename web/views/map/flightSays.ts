/** What a message of Raft says, in the words of one store to another. Pure. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";

/** "" where its shape and its number say enough. */
export function flightSays(world: World, { flights }: Frame, row: number): string {
  const refuses = flights.reject[row] === 1;
  const index = flights.index[row] as number;
  switch (world.message_types[flights.type[row] as number]?.id) {
    case "MsgAppendResponse":
      return refuses ? t("“That does not fit my log.”") : t("“I have {index}.”", { index });
    case "MsgRequestVote":
      return t("“Vote for me?”");
    case "MsgRequestPreVote":
      return t("“Would you vote for me?”");
    case "MsgRequestVoteResponse":
    case "MsgRequestPreVoteResponse":
      return refuses ? t("“No.”") : t("“Yes.”");
    case "MsgReadIndex":
      return t("“How far must I have got?”");
    case "MsgReadIndexResp":
      return t("“Up to {index}.”", { index });
    case "MsgSnapshot":
      return t("“All that I have.”");
    default:
      return "";
  }
}
