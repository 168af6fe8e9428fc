/** The real engine's worker without a thread, and in it the module that scores challenges. */

import * as lens from "wasm_tools";
import type { EngineLike } from "@/engine/worker/engineLike";
import { EngineLoop } from "@/engine/worker/engineLoop";
import type { Link } from "@/engine/workerLink";

/** The lens must have been started. */
export function scoringLink(engine: EngineLike): Link {
  const loop = new EngineLoop({ engine, wallMs: () => 0 });
  return {
    send: async (command) => {
      if (command.type === "challenge")
        return { type: "challenge", challenge: lens.read_challenge(command.text) };
      if (command.type === "score") {
        const { challenge, report, log } = command;
        return { type: "scored", run: lens.challenge_run(challenge, report, log) };
      }
      return loop.run(command);
    },
    close: () => {},
  };
}
