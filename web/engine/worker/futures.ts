/** Futures in a worker: a run is taken up once, then its futures are played and judged. */

import type { FuturesCommand, FuturesReply, PlayedFuture } from "../lens";
import { startEngine } from "./engineInstance";
import { type Ended, FuturePlayer, redraw } from "./futurePlayer";
import { stateOf } from "./instance";
import { loadLens } from "./lens";

type Of<T extends FuturesCommand["type"]> = Extract<FuturesCommand, { type: T }>;
type Lens = Awaited<ReturnType<typeof loadLens>>;

interface OpenFutures extends Omit<Of<"futures">, "type"> {
  player: FuturePlayer;
  asked: InstanceType<Lens["Futures"]>;
  /** From when on things count. */
  sinceUs: number | undefined;
}

/** A run is alone in its worker. */
let open: OpenFutures | undefined;
let search: InstanceType<Lens["FutureSearch"]> | undefined;

export async function answerOfFutures(command: FuturesCommand): Promise<FuturesReply> {
  switch (command.type) {
    case "futures":
      return take(command);
    case "own":
      return { type: "played", played: [ownOf(theRun(), command)] };
    case "play":
      return { type: "played", played: futuresOf(theRun(), command) };
    case "changes": {
      const { future_changes } = await loadLens();
      const { scenario, variant, seed, actions } = command.run;
      const log = JSON.stringify(actions);
      return {
        type: "changes",
        changes: future_changes(scenario, variant, seed, log, command.beforeUs),
      };
    }
    case "differences":
      return differences(command);
    case "shares": {
      const { future_shares } = await loadLens();
      const [came, runs] = [Uint32Array.from(command.came), Uint32Array.from(command.runs)];
      return { type: "shares", shares: future_shares(came, runs) };
    }
    case "search": {
      const { FutureSearch } = await loadLens();
      const { fromUs, untilUs, futures, runs, stepUs } = command;
      search?.free();
      search = new FutureSearch(fromUs, untilUs, futures, runs, stepUs);
      return searched([]);
    }
    case "found":
      return searched(command.points);
  }
}

async function differences(command: Of<"differences">): Promise<FuturesReply> {
  const { future_differences } = await loadLens();
  const both = [Uint32Array.from(command.with), Uint32Array.from(command.without)] as const;
  const ends = future_differences(...both, command.runs);
  const differences = command.with.map((_, place): [number, number] => [
    ends[2 * place] ?? -1,
    ends[2 * place + 1] ?? 1,
  ]);
  return { type: "differences", differences };
}

async function take(command: Of<"futures">): Promise<FuturesReply> {
  if (open !== undefined) throw new Error("This worker has a run already.");
  const { run, endUs } = command;
  const lens = await loadLens();
  const { engine, exports } = await startEngine();
  // The table of values is grown before the run is there: what is kept begins after it.
  const { memory, values } = stateOf(exports);
  const playground = new engine.Playground(run.scenario, run.variant, run.seed);
  const instance = { memory: () => memory.buffer, values };
  const player = new FuturePlayer(playground, instance, run.actions);
  const asked = new lens.Futures(run.scenario, run.variant, run.seed, endUs, command.figures);
  open = { ...command, player, asked, sinceUs: undefined };
  const words = asked.outcomes();
  const outcomes = words.flatMap((id, i) =>
    i % 2 === 0 ? [{ id, text: words[i + 1] ?? "" }] : [],
  );
  return { type: "asked", outcomes };
}

function theRun(): OpenFutures {
  if (open === undefined) throw new Error("This worker has no run.");
  return open;
}

function ownOf(run: OpenFutures, { sinceUs }: Of<"own">): PlayedFuture {
  countSince(run, sinceUs);
  const ended = run.player.own(run.endUs);
  return { ...judged(run, 0, ended), notables: ended.notables };
}

function futuresOf(run: OpenFutures, { sinceUs, atUs, streams }: Of<"play">): PlayedFuture[] {
  countSince(run, sinceUs);
  return streams.map((stream) => {
    const ended = run.player.future(atUs, redraw(stream, run.of), run.endUs);
    return { ...judged(run, stream, ended), action: ended.action };
  });
}

function countSince(run: OpenFutures, sinceUs: number): void {
  if (run.sinceUs === sinceUs) return;
  run.asked.count_since(sinceUs, sinceUs === 0 ? "" : run.player.reportAt(sinceUs));
  run.sinceUs = sinceUs;
}

function judged({ asked, range }: OpenFutures, stream: number, ended: Ended): PlayedFuture {
  const { report, digest, leads } = ended;
  const answer = asked.answer(report, leads.at_us, leads.range, leads.began);
  const places = [...leads.range.keys()].filter((place) => leads.range[place] === range);
  const own = {
    at_us: Float64Array.from(places, (place) => leads.at_us[place] ?? 0),
    range: Uint32Array.from(places, () => range),
    node: Uint16Array.from(places, (place) => leads.node[place] ?? 0),
    began: Uint8Array.from(places, (place) => leads.began[place] ?? 0),
    term: Float64Array.from(places, (place) => leads.term[place] ?? 0),
  };
  return { stream, digest, answer, leads: own };
}

function searched(points: Of<"found">["points"]): FuturesReply {
  if (search === undefined) throw new Error("Nothing is searched for.");
  const found = search.take(
    Float64Array.from(points, ({ atUs }) => atUs),
    Uint32Array.from(points, ({ came }) => came),
    Uint32Array.from(points, ({ runs }) => runs),
  );
  return { type: "searched", searched: found };
}
