/** A second worker that answers why and writes runs down, so that the run goes on. */

import type { ExportFormat, LensCommand, LensReply, RunParts } from "../lens";
import { rowsUntil } from "../rows";
import { advise, answerOf, runPoint } from "./advising";
import { startEngine } from "./engineInstance";
import { rerun, writeRun } from "./exporting";
import { answerOfFutures } from "./futures";
import { imported, judged, readClocks, readRoles } from "./importing";
import { loadLens } from "./lens";
import { sweep } from "./sweeping";
import { takesTemplatesRequest } from "./templates";

self.onmessage = async (event: MessageEvent<LensCommand>) => {
  if (takesTemplatesRequest(event.data)) return;
  try {
    say(await answer(event.data));
  } catch (error) {
    say({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};

function say(reply: LensReply): void {
  self.postMessage(reply);
}

async function answer(command: LensCommand): Promise<LensReply> {
  if (command.type === "export") return exported(command);
  if (command.type === "replay") return { type: "written", text: await written(command.run) };
  if (command.type === "sweep") return swept(command);
  if (command.type === "at_load") return { type: "written", text: await atLoad(command) };
  if (command.type === "at_point") return { type: "written", text: await atPoint(command) };
  if (command.type === "advise") return advise(command);
  if (command.type === "run_point") return runPoint(command);
  if (command.type === "advice") return answerOf(command);
  if (command.type === "import") return imported(command);
  if (command.type === "history") return judged(command);
  if (command.type === "roles") return readRoles(command);
  if (command.type === "clocks") return readClocks(command);
  if (command.type !== "why") return answerOfFutures(command);
  const { run, columns, us, events, question } = command;
  const { Lens } = await loadLens();
  const lens = new Lens(run.scenario, run.variant, run.seed);
  for (const { at_us, action } of run.actions) lens.act(at_us, JSON.stringify(action));
  if (columns !== null) lens.push(columns);
  else {
    const again = { playground: await opened(run), actions: run.actions, untilUs: us };
    rerun(again, (piece) => lens.push(rowsUntil(piece, events)));
  }
  const found = lens.why(question);
  lens.free();
  return { type: "answer", answer: found };
}

/** Browsers add the ending of a file's media type to a name that ends otherwise. */
const MEDIA_TYPES: Record<ExportFormat, string> = {
  perfetto: "application/json",
  shiviz: "text/plain",
  jsonl: "application/x-ndjson",
};

async function exported(command: Extract<LensCommand, { type: "export" }>): Promise<LensReply> {
  const { run, untilUs, format } = command;
  const { Exporter } = await loadLens();
  const playground = await opened(run);
  const writer = new Exporter(run.scenario, run.variant, run.seed, format);
  const onProgress = (us: number): void => say({ type: "progress", us });
  const parts = writeRun({ playground, writer, actions: run.actions, untilUs, onProgress });
  return { type: "exported", text: new Blob(parts, { type: MEDIA_TYPES[format] }) };
}

async function written({ scenario, variant, seed, actions }: RunParts): Promise<string> {
  const { engine } = await startEngine();
  return engine.replay_file(scenario, variant, seed, JSON.stringify(actions));
}

async function swept({ run, points }: Extract<LensCommand, { type: "sweep" }>): Promise<LensReply> {
  const lens = await loadLens();
  const { engine } = await startEngine();
  const open = (scenario: string, variant: string, seed: number) =>
    new engine.Playground(scenario, variant, seed);
  const curve = sweep(run, points, { ...lens, open }, (done, of, curve) =>
    say({ type: "sweeping", done, of, curve }),
  );
  return { type: "swept", curve };
}

async function atLoad({
  run,
  percent,
}: Extract<LensCommand, { type: "at_load" }>): Promise<string> {
  const { at_load } = await loadLens();
  const { scenario, variant, seed, actions } = run;
  return at_load(scenario, variant, seed, JSON.stringify(actions), percent);
}

async function atPoint(command: Extract<LensCommand, { type: "at_point" }>): Promise<string> {
  const { at_point } = await loadLens();
  const { scenario, variant, seed } = command.run;
  return at_point(scenario, variant, seed, command.set, command.label);
}

async function opened({ scenario, variant, seed }: RunParts) {
  const { engine } = await startEngine();
  return new engine.Playground(scenario, variant, seed);
}
