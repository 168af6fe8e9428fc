/** What tests take from class-server.mjs. */

export interface MadeClass {
  code: string;
  token: string;
}

export function newClass(): MadeClass;

export class ClassServer {
  /** Of the WebSocket, on this machine. */
  readonly wsPort: number;

  /** Writes the configuration into a folder; nothing runs yet. */
  static prepare(options: { program: string; folder: string } & MadeClass): Promise<ClassServer>;

  /** Starts it, and waits until it takes connections. */
  start(): Promise<void>;

  /** What it stored is there when it starts again. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}
