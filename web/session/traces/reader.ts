/** Histories and logs that were opened, and what the lens makes of them. */

import type { StoreApi } from "zustand";
import { createStore } from "zustand/vanilla";
import type { BadClockLog, ClockLog } from "@/engine/clocks";
import type { HistoryAnswer, LensCommand, LensReply, NamedText, RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import { BEGIN_BYTES_READ, type TraceKind, traceKindOf } from "@/model/traces/kindOf";
import { formatBytes } from "@/model/units";
import { type LensLike, LensWorker } from "../advice/pool";

/** Larger logs would not fit into the memory of a page twice. */
export const TRACE_BYTES_MAX = 64_000_000;

export type ReadTrace =
  | { kind: "history"; answer: HistoryAnswer }
  | { kind: "clocks"; log: ClockLog | BadClockLog; execution: number }
  | { kind: "roles"; log: RoleLog };

export interface TraceState {
  /** Names of the files; none = nothing is open. */
  names: readonly string[];
  kind: TraceKind | null;
  /** Null while it is read, or if that failed. */
  read: ReadTrace | null;
  /** Why nothing can be shown; "" = there is no reason. */
  failure: string;
}

const NOTHING: TraceState = { names: [], kind: null, read: null, failure: "" };

export class TraceReader {
  readonly store: StoreApi<TraceState> = createStore<TraceState>(() => NOTHING);
  private readonly start: () => LensLike;
  private lens: LensWorker | null = null;
  private files: NamedText[] = [];
  /** Counts what was opened: an answer to something older is dropped. */
  private turn = 0;

  constructor(start: () => LensLike) {
    this.start = start;
  }

  /** Opens files of one kind, told by the first of them. */
  async open(given: readonly File[], kind: TraceKind): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const names = given.map(({ name }) => name);
    this.store.setState({ names, kind, read: null, failure: "" });
    const size = given.reduce((sum, file) => sum + file.size, 0);
    if (size > TRACE_BYTES_MAX) {
      const values = {
        name: names.join(", "),
        size: formatBytes(size),
        most: formatBytes(TRACE_BYTES_MAX),
      };
      this.store.setState({
        failure: t("{name}: the file has {size}; at most {most} are read.", values),
      });
      return;
    }
    const texts = await Promise.all(given.map((file) => file.text().catch(() => null)));
    if (turn !== this.turn) return;
    const unreadable = given.find((_, place) => texts[place] === null);
    if (unreadable !== undefined) {
      const failure = t("{name}: the file could not be read.", { name: unreadable.name });
      this.store.setState({ failure });
      return;
    }
    this.files = given.map(({ name }, place) => ({ name, text: texts[place] ?? "" }));
    await this.look(kind, 0);
  }

  /** Files that somebody took for a trace, and that are none together. */
  async refuse(files: readonly File[]): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const failure = await whyNone(files);
    if (turn !== this.turn) return;
    this.store.setState({ ...NOTHING, names: files.map(({ name }) => name), failure });
  }

  async choose(execution: number): Promise<void> {
    this.turn += 1;
    await this.look("clocks", execution);
  }

  /** Nothing is open any more, and the worker goes. */
  close(): void {
    this.turn += 1;
    this.files = [];
    this.rest();
    this.store.setState(NOTHING);
  }

  private rest(): void {
    this.lens?.end("");
    this.lens = null;
  }

  private async look(kind: TraceKind, execution: number): Promise<void> {
    const { turn } = this;
    this.rest();
    const lens = new LensWorker(this.start());
    this.lens = lens;
    const reply = await lens.ask(commandOf(kind, this.files, execution));
    if (turn !== this.turn) return;
    // What was read is here: the worker's copy is not needed.
    this.rest();
    const read = readOf(reply, execution);
    if (read !== null) this.store.setState({ read, failure: "" });
    else
      this.store.setState({
        failure: reply.type === "failed" ? reply.message : t("No answer came."),
      });
  }
}

function commandOf(kind: TraceKind, files: NamedText[], execution: number): LensCommand {
  if (kind !== "clocks") return { type: kind, files };
  // Hosts of one run may have a file each.
  return { type: "clocks", text: files.map(({ text }) => text).join("\n"), execution };
}

function readOf(reply: LensReply, execution: number): ReadTrace | null {
  if (reply.type === "judged") return { kind: "history", answer: reply.answer };
  if (reply.type === "roles") return { kind: "roles", log: reply.log };
  if (reply.type === "clocks") return { kind: "clocks", log: reply.log, execution };
  return null;
}

/** What files are together; null = no trace, or of several kinds. */
export async function traceKindOfFiles(files: readonly File[]): Promise<TraceKind | null> {
  const kinds = new Set(await Promise.all(files.map(kindOfFile)));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

async function kindOfFile(file: File): Promise<TraceKind | null> {
  const begin = await file
    .slice(0, BEGIN_BYTES_READ)
    .text()
    .catch(() => "");
  return traceKindOf(begin);
}

/** Which of these files is none, or of another kind than the first. */
async function whyNone(files: readonly File[]): Promise<string> {
  const kinds = await Promise.all(files.map(kindOfFile));
  const nameOf = (place: number): string => files[place]?.name ?? "";
  const none = kinds.indexOf(null);
  if (none >= 0)
    return t("{name}: this is no history and no log that is understood.", { name: nameOf(none) });
  const other = kinds.findIndex((kind) => kind !== kinds[0]);
  const names = { name: nameOf(other), first: nameOf(0) };
  return t("{name} is of another kind than {first}: open files of one kind at a time.", names);
}
