/**
 * A worker that checks texts while they are written, so that neither the typing nor the run waits:
 * the engine's own reader in an instance of its own. Must not decide anything.
 */

import type { TextProblem } from "@/lib/jsonSpots";
import type { CheckReply, CheckRequest } from "@/protocol/checking";
import { loadReading } from "./modules";

self.onmessage = async ({ data }: MessageEvent<CheckRequest>) => {
  const { id, text } = data;
  let reply: CheckReply;
  try {
    const { problems } = await loadReading();
    reply = { id, problems: JSON.parse(problems(text)) as TextProblem[] };
  } catch (error) {
    reply = { id, failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
