/**
 * The worker: loads the engine and feeds commands to the loop in the order they came.
 * The one importer of the engine at run time. Must not decide anything.
 */

import init, { build_info, describe_scenario, force_panic, Playground } from "engine";
import wasmUrl from "engine/wasm?url";

import type { Action } from "@/protocol/engine";
import type { Command, Reply, Request } from "@/protocol/messages";
import { buffersOf, EngineLoop } from "./engineLoop";
import { stateOf } from "./instance";
import { compareReports, loadReading } from "./modules";
import { fetchPrepared } from "./prepared";
import { readingEngine, Texts } from "./reading";
import { fetchModule } from "./unpack";

/** The first minute is light; after it who acts shall not wait for the network. */
const READER_AFTER_MS = 60_000;
const SIGN_EVERY_MS = 1_000;

const texts = new Texts();
const loading: Promise<EngineLoop | Reply> = load();
/** Some commands wait for the reader of texts; those after them wait for their turn. */
let turn: Promise<void> = Promise.resolve();
let readerIsComing = false;
/** The text of the run. */
let opened = "";
/** When the last sign of life was given. */
let signMs = 0;

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id, ...command } = event.data;
  if (command.type === "compare") {
    self.postMessage({ id, ...(await compareReports(command.a, command.b)) });
    return;
  }
  turn = turn.then(async () => {
    // While something is fetched the engine does not look at the clock.
    const waiting = setInterval(giveSign, SIGN_EVERY_MS);
    const reply = await answer(command);
    clearInterval(waiting);
    self.postMessage({ id, ...reply }, { transfer: buffersOf(reply) });
    if (reply.type === "opened") fetchReaderLater();
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
    const wasm = await init({ module_or_path: fetchModule(wasmUrl) });
    const module = { build_info, describe_scenario, Playground };
    return new EngineLoop({
      engine: { ...readingEngine(module, texts), force_panic, ...stateOf(wasm) },
      wallMs: clock,
    });
  } catch (error) {
    return { type: "panicked", message: `The engine could not be loaded: ${wordsOf(error)}` };
  }
}

async function answer(command: Command): Promise<Reply> {
  try {
    // The engine and the texts come at once.
    const [loop] = await Promise.all([loading, prepare(command)]);
    if (!(loop instanceof EngineLoop)) return loop;
    const reply = loop.run(command);
    const isUnread = command.type === "open" && texts.reader === undefined;
    if (reply.type !== "refused" || !isUnread) return reply;
    // The engine has few words for what is wrong with a choice; the reader has them all.
    await loadReader();
    return loop.run(command);
  } catch (error) {
    return { type: "refused", message: `What reads texts was not fetched: ${wordsOf(error)}` };
  }
}

/** Fetches what reading the command's texts takes. */
async function prepare(command: Command): Promise<void> {
  switch (command.type) {
    case "open": {
      const { scenario, actions } = command.spec;
      if (!texts.has(scenario)) {
        const prepared = await fetchPrepared(scenario);
        if (prepared !== undefined) texts.keep(scenario, prepared);
      }
      opened = scenario;
      if (!texts.has(scenario)) await loadReader();
      return prepareActs(actions);
    }
    case "act":
      return prepareActs([command]);
    case "rewrite":
      return prepareActs(command.actions);
    case "switch":
      return prepareActs(command.to.actions);
    case "validate":
    case "report":
    case "judge":
    case "outcome":
    case "lesson":
      await loadReader();
  }
}

async function prepareActs(actions: readonly { action: Action }[]): Promise<void> {
  const plain = actions.map(({ action }) => action);
  if (!texts.hasActs(opened, plain)) await loadReader();
}

function fetchReaderLater(): void {
  if (readerIsComing) return;
  readerIsComing = true;
  setTimeout(() => void loadReader().catch(() => undefined), READER_AFTER_MS);
}

async function loadReader(): Promise<void> {
  texts.reader ??= await loadReading();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
