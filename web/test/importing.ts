/**
 * An import over workers that answer as a test says, for tests with and without the real lens.
 */

import type { ImportAnswer, LensCommand, LensReply } from "@/engine/lens";
import type { LensLike } from "@/session/advice/pool";
import { Importer, type ImportState } from "@/session/importing/importer";

export type Import = Extract<LensCommand, { type: "import" }>;

class Fake implements LensLike {
  onmessage: LensLike["onmessage"] = null;
  onerror: LensLike["onerror"] = null;
  isOver = false;
  private readonly answer: (command: Import) => LensReply;

  constructor(answer: (command: Import) => LensReply) {
    this.answer = answer;
  }

  postMessage(command: LensCommand): void {
    if (command.type !== "import") throw new Error(`Found ${command.type}, expected import.`);
    const data = this.answer(command);
    void Promise.resolve().then(() => this.onmessage?.({ data } as MessageEvent<LensReply>));
  }

  terminate(): void {
    this.isOver = true;
  }
}

export const MADE: ImportAnswer = {
  scenario: "{}",
  system: "TiDB",
  notes: [],
  keys: [],
  complaints: [],
};

/** An import, its workers, and all that they were asked. */
export function importing(answer: (command: Import) => LensReply) {
  const asked: Import[] = [];
  const workers: Fake[] = [];
  const importer = new Importer(() => {
    const worker = new Fake((command) => {
      asked.push(command);
      return answer(command);
    });
    workers.push(worker);
    return worker;
  });
  return { importer, asked, workers };
}

/** The state once the answer is of what is given. */
export function settled({ store }: Importer): Promise<ImportState> {
  return new Promise((resolve) => {
    const look = (state: ImportState): void => {
      if (!state.isFresh) return;
      end();
      resolve(state);
    };
    const end = store.subscribe(look);
    look(store.getState());
  });
}

export const file = (name: string, text: string): File => new File([text], name);
