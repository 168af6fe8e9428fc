/** An import in the page: files, typed round trips, and what the lens makes of them. */

import type { StoreApi } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ImportAnswer, LensCommand, NamedText } from "@/engine/lens";
import { t } from "@/language/words";
import { type TypedPair, typedText, withAsked } from "@/model/importing/roundTrips";
import { formatBytes } from "@/model/units";
import { type LensLike, LensWorker } from "../advice/pool";

/** A cluster is told in a few files, each of them far smaller. */
export const FILE_BYTES_MAX = 2_000_000;
export const FILES_MAX = 40;

export interface GivenFile extends NamedText {
  id: number;
  role: FileRole;
  /** Between which two places it was measured, where the file does not say it. */
  from: string;
  to: string;
}

export interface ImportState {
  files: readonly GivenFile[];
  pasted: string;
  /** Pairs of places whose round trip was asked for. */
  pairs: readonly TypedPair[];
  /** Null: nothing is given. */
  answer: ImportAnswer | null;
  /** Whether the answer is of what is given now. */
  isFresh: boolean;
  /** Why a file was not taken or not read; "" = there is no reason. */
  failure: string;
}

const NOTHING: ImportState = {
  files: [],
  pasted: "",
  pairs: [],
  answer: null,
  isFresh: true,
  failure: "",
};

export class Importer {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => NOTHING);
  private readonly start: () => LensLike;
  private lens: LensWorker | null = null;
  /** The lens is asked one thing after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private isLooking = false;
  private lastId = 0;

  constructor(start: () => LensLike) {
    this.start = start;
  }

  /** Takes files as what a person says they are; without that, as what the lens says. */
  async add(given: readonly File[], role?: FileRole): Promise<void> {
    this.store.setState({ failure: "" });
    for (const file of given) {
      const text = await this.textOf(file);
      if (text === null) continue;
      try {
        const named = { name: file.name, text };
        this.take(named, role ?? (await roleOf(named, this.ask)));
      } catch (error) {
        this.fail(wordsOf(error));
      }
    }
  }

  /** Whether a file that was opened as any file is one for an import. */
  async isFor(name: string, text: string): Promise<boolean> {
    try {
      if (await isForImport({ name, text }, this.ask)) return true;
    } catch {
      // Without the lens it is a file as any other.
    }
    this.rest();
    return false;
  }

  paste(pasted: string): void {
    this.change({ pasted });
  }

  place(id: number, places: Partial<Pick<GivenFile, "from" | "to">>): void {
    const { files } = this.store.getState();
    this.change({ files: files.map((file) => (file.id === id ? { ...file, ...places } : file)) });
  }

  remove(id: number): void {
    const { files } = this.store.getState();
    this.change({ files: files.filter((file) => file.id !== id) });
  }

  typeRoundTrip(place: number, rtt: string): void {
    const { pairs } = this.store.getState();
    this.change({ pairs: pairs.map((pair, at) => (at === place ? { ...pair, rtt } : pair)) });
  }

  clear(): void {
    this.change({ files: [], pasted: "", pairs: [] });
  }

  /** Nobody asks for now: the worker and its memory go. */
  rest(): void {
    void this.turn.then(() => {
      this.lens?.end("");
      this.lens = null;
    });
  }

  private async textOf(file: File): Promise<string | null> {
    if (file.size > FILE_BYTES_MAX) {
      const values = {
        name: file.name,
        size: formatBytes(file.size),
        most: formatBytes(FILE_BYTES_MAX),
      };
      return this.fail(t("{name}: the file has {size}; at most {most} are read.", values));
    }
    if (this.store.getState().files.length >= FILES_MAX)
      return this.fail(
        t("{name}: {most} files are given already.", { name: file.name, most: FILES_MAX }),
      );
    try {
      return await file.text();
    } catch {
      return this.fail(t("{name}: the file could not be read.", { name: file.name }));
    }
  }

  private take(file: NamedText, role: FileRole): void {
    this.lastId += 1;
    // What was said of files before it stays said.
    const { files, failure } = this.store.getState();
    const given = { ...file, id: this.lastId, role, from: "", to: "" };
    this.change({ files: [...files, given], failure });
  }

  private fail(failure: string): null {
    this.store.setState({ failure });
    return null;
  }

  private change(changes: Partial<ImportState>): void {
    this.store.setState({ failure: "", ...changes, isFresh: false });
    if (!this.isLooking) void this.look();
  }

  /** Asks until the answer is of what is given. */
  private async look(): Promise<void> {
    this.isLooking = true;
    while (!this.store.getState().isFresh) {
      const asked = this.store.getState();
      const [answer, failure] = await this.answerTo(asked);
      const now = this.store.getState();
      if (now.files !== asked.files || now.pasted !== asked.pasted || now.pairs !== asked.pairs)
        continue;
      const pairs = answer === null ? now.pairs : withAsked(now.pairs, answer);
      this.store.setState({ answer, pairs, isFresh: true, failure: failure || now.failure });
    }
    this.isLooking = false;
  }

  private async answerTo(given: ImportState): Promise<[ImportAnswer | null, failure: string]> {
    const { files, latencies } = askedOf(given);
    if (files.length + latencies.length === 0) return [null, ""];
    try {
      return [await this.ask(files, latencies), ""];
    } catch (error) {
      return [null, wordsOf(error)];
    }
  }

  private readonly ask = (
    files: readonly NamedText[],
    latencies: readonly NamedText[],
  ): Promise<ImportAnswer> => {
    const asked = this.turn.then(() =>
      this.askNow({ type: "import", files: [...files], latencies: [...latencies] }),
    );
    this.turn = asked.catch(() => {});
    return asked;
  };

  private async askNow(command: LensCommand): Promise<ImportAnswer> {
    this.lens ??= new LensWorker(this.start());
    const reply = await this.lens.ask(command);
    if (reply.type === "imported") return reply.answer;
    this.lens.end("");
    this.lens = null;
    throw new Error(reply.type === "failed" ? reply.message : t("No answer came."));
  }
}

function askedOf({ files, pasted, pairs }: ImportState) {
  const of = (role: FileRole) => files.filter((file) => file.role === role);
  const cluster = of("cluster").map(({ name, text }) => ({ name, text }));
  if (pasted.trim() !== "") cluster.push({ name: t("pasted text"), text: pasted });
  const latencies = of("latency").map(({ name, text, from, to }) => {
    const [a, b] = [from.trim(), to.trim()];
    return { name: a === "" || b === "" ? name : `${a}:${b}=${name}`, text };
  });
  const typed = typedText(pairs);
  if (typed !== null) latencies.push({ name: t("typed round trips"), text: typed });
  return { files: cluster, latencies };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type FileRole = "cluster" | "latency";

/** Asks the lens. */
type Ask = (files: readonly NamedText[], latencies: readonly NamedText[]) => Promise<ImportAnswer>;

/** Any pair: whether a file is a measurement does not depend on where it was taken. */
const ANY_PAIR = "a:b=";

/** A file that is sound in itself may still lack others: that is told of no single file. */
function isSound({ complaints }: ImportAnswer): boolean {
  return complaints.every(({ spot }) => spot === null);
}

/** Null: it is neither, or has a mistake. */
async function soundRole({ name, text }: NamedText, ask: Ask): Promise<FileRole | null> {
  if (isSound(await ask([{ name, text }], []))) return "cluster";
  // Without a number the lens finds nothing wrong with it, but it measures nothing either.
  if (!/\d/.test(text)) return null;
  return isSound(await ask([], [{ name: ANY_PAIR + name, text }])) ? "latency" : null;
}

/** What a file is taken for that a person gives to an import. */
async function roleOf(file: NamedText, ask: Ask): Promise<FileRole> {
  return (await soundRole(file, ask)) ?? "cluster";
}

/**
 * Whether a file is one for an import, also where a line of it is wrong. A text that should be JSON and
 * cannot be read is not: scenarios are JSON too, and their reader names the place.
 */
async function isForImport(file: NamedText, ask: Ask): Promise<boolean> {
  if ((await soundRole(file, ask)) !== null) return true;
  if (/^\s*[[{]/.test(file.text) && !isJson(file.text)) return false;
  const { complaints } = await ask([file], []);
  return complaints.some(({ spot }) => spot !== null && spot.line > 0);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
