/** A worker that checks texts while they are written, on an engine that runs nothing. */

import type { CheckReply, CheckRequest, TextProblem } from "../checking";
import { startEngine } from "./engineInstance";
import { takesTemplatesRequest } from "./templates";

self.onmessage = async ({ data }: MessageEvent<CheckRequest>) => {
  if (takesTemplatesRequest(data)) return;
  const { id, text } = data;
  let reply: CheckReply;
  try {
    const { engine } = await startEngine();
    reply = { id, problems: JSON.parse(engine.problems(text)) as TextProblem[] };
  } catch (error) {
    reply = { id, failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
