/**
 * The engine with the part that reads texts in front of it: scenarios and actions go in as text and
 * as plain objects, as the page has them, and reach the engine as bytes. The reader may come later
 * than the engine: for a text whose bytes are known already it is not needed until somebody does
 * what the build did not read. Both modules are handed in. Must not know where they or the bytes
 * come from.
 */

import type { EndOfRun, Judged, Lesson, ReadAction, Reader } from "reader";

import type { Action, LoggedAction } from "@/protocol/engine";
import type { PlaygroundLike } from "./engineLike";
import { keyOf, type Prepared, type ReadAct } from "./simpleActs";

/** The second module. */
export interface ReaderModule {
  Reader: new (text: string, variant: string, seed: number | undefined) => Reader;
  read_lesson(text: string): Lesson;
}

type EngineModule = typeof import("engine");
type Module = Pick<EngineModule, "Playground" | "build_info" | "describe_scenario">;

/** Texts whose bytes are kept: a run is opened anew now and then. */
const KEPT = 4;

export class Texts {
  private readonly known = new Map<string, Prepared>();
  reader: ReaderModule | undefined;

  constructor(reader?: ReaderModule) {
    this.reader = reader;
  }

  has(text: string): boolean {
    return this.known.has(text);
  }

  /** What the reader would make of a text, and of simple acts in it. */
  keep(text: string, prepared: Prepared): void {
    this.known.delete(text);
    this.known.set(text, prepared);
    for (const old of [...this.known.keys()].slice(0, -KEPT)) this.known.delete(old);
  }

  /** Throws what is wrong with a text, a variant or a seed. */
  read(text: string, variant: string, seed: number | undefined): Reader {
    return new (this.there().Reader)(text, variant, seed);
  }

  lesson(text: string): Lesson {
    return this.there().read_lesson(text);
  }

  private there(): ReaderModule {
    if (this.reader === undefined) throw new Error("The part that reads texts is not here.");
    return this.reader;
  }

  /** Whether these can be done without the reader. */
  hasActs(text: string, actions: readonly Action[]): boolean {
    return actions.every((action) => this.act(text, action) !== undefined);
  }

  /** An act that was read together with the text; it is the same whatever switches stand. */
  act(text: string, action: Action): ReadAct | undefined {
    return this.known.get(text)?.acts.get(keyOf(action));
  }

  prepared(text: string): Uint8Array {
    const found = this.known.get(text);
    if (found !== undefined) return found.scenario;
    const reader = this.read(text, "", undefined);
    const scenario = reader.prepared();
    reader.free();
    this.keep(text, { scenario, acts: new Map() });
    return scenario;
  }
}

/** The engine as it was when it read texts itself. */
export function readingEngine(engine: Module, texts: Texts) {
  class ReadPlayground extends engine.Playground implements PlaygroundLike {
    private readonly open: () => Reader;
    private readonly simple: (action: Action) => ReadAct | undefined;
    private opened: Reader | undefined;

    constructor(text: string, variant: string, seed: number | undefined) {
      // With the reader at hand whatever is wrong is said in its words.
      const opened = texts.reader && texts.read(text, variant, seed);
      super(texts.prepared(text), variant, seed);
      this.opened = opened;
      this.open = () => texts.read(text, variant, seed);
      this.simple = (action) => texts.act(text, action);
    }

    override free(): void {
      this.opened?.free();
      this.opened = undefined;
      super.free();
    }

    apply(action: Action): LoggedAction {
      const at_us = this.now_us() + 1;
      // A copy: what is logged stays as it is.
      const own: Action = JSON.parse(jsonOf(action));
      return { at_us, action: own, text: this.schedule(at_us, own) };
    }

    replay({ at_us, action }: LoggedAction): string {
      return this.schedule(at_us, action);
    }

    report(since = ""): string {
      return this.reader.report(this.figures(), since);
    }

    judge(goals: string, others: string, began: string): Judged[] {
      return this.reader.judge(goals, this.figures(), others, began);
    }

    outcome(others: string): EndOfRun {
      return this.reader.outcome(this.figures(), others);
    }

    private schedule(at_us: number, action: Action): string {
      const simple = this.simple(action);
      if (simple !== undefined) {
        this.act(at_us, simple.bytes);
        return simple.text;
      }
      const read: ReadAction = this.reader.action(jsonOf(action), this.settings_at(at_us));
      try {
        this.act(at_us, read.bytes());
        return read.text();
      } finally {
        read.free();
      }
    }

    private get reader(): Reader {
      this.opened ??= this.open();
      return this.opened;
    }
  }
  return {
    build_info: engine.build_info,
    describe_scenario: (text: string) => engine.describe_scenario(texts.prepared(text)),
    read_lesson: (text: string) => texts.lesson(text),
    Playground: ReadPlayground,
  };
}

/** Plain data as text. */
function jsonOf(action: unknown): string {
  const json: string | undefined = JSON.stringify(action);
  if (json === undefined) throw new Error("An action is plain data.");
  return json;
}
