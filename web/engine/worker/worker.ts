/** The worker: loads the engine and feeds commands to the loop in the order they came. */

import type { Reply, Request } from "../messages";
import { startEngine } from "./engineInstance";
import { buffersOf, EngineLoop } from "./engineLoop";
import { stateOf } from "./instance";
import { answerByLens, isOfLens } from "./lens";
import { takesTemplatesRequest } from "./templates";

const SIGN_EVERY_MS = 1_000;

const loading: Promise<EngineLoop | Reply> = load();
/** Commands are answered one after the other, also those that come while the engine is fetched. */
let turn: Promise<void> = Promise.resolve();
/** When the last sign of life was given. */
let signMs = 0;

self.onmessage = async (event: MessageEvent<Request>) => {
  if (takesTemplatesRequest(event.data)) {
    // The engine may stand already; what cannot be fetched is told to whoever asks it something.
    turn = turn.then(startEngine).then(
      () => undefined,
      () => undefined,
    );
    return;
  }
  const { id, ...command } = event.data;
  if (isOfLens(command)) {
    self.postMessage({ id, ...(await answerByLens(command)) });
    return;
  }
  turn = turn.then(async () => {
    // While the engine is fetched it does not look at the clock.
    const waiting = setInterval(giveSign, SIGN_EVERY_MS);
    const loop = await loading;
    const reply = loop instanceof EngineLoop ? loop.run(command) : loop;
    clearInterval(waiting);
    self.postMessage({ id, ...reply }, { transfer: buffersOf(reply) });
  });
};

/** Looked at all the time while the engine is at work: whoever waits hears that it is. */
function clock(): number {
  const nowMs = performance.now();
  if (nowMs - signMs > SIGN_EVERY_MS) giveSign();
  return nowMs;
}

function giveSign(): void {
  signMs = performance.now();
  self.postMessage({ id: 0, type: "working" });
}

async function load(): Promise<EngineLoop | Reply> {
  try {
    const { engine, exports } = await startEngine();
    return new EngineLoop({ engine: { ...engine, ...stateOf(exports) }, wallMs: clock });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "panicked", message: why, unloaded: true };
  }
}
