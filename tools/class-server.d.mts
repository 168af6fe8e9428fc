/** What tests take from class-server.mjs. */

export interface MadeClass {
  code: string;
  token: string;
  clerk: string;
  seed: string;
  issuer: string;
}

export function newClass(): MadeClass;

export class ClassServer {
  /** Of the door's WebSocket, on this machine. */
  readonly wsPort: number;

  /** Of nats-server's, past the door. */
  readonly natsPort: number;

  /** The number of its process. */
  readonly pid: number | undefined;

  /** Told with its last words when the server ends and nobody asked it to. */
  died: (why: string) => void;

  /** Writes the configuration into a folder, and opens the door; no server runs yet. */
  static prepare(options: { program: string; folder: string } & MadeClass): Promise<ClassServer>;

  /** Starts it, and waits until it takes connections. */
  start(): Promise<void>;

  /** What it stored is there when it starts again. */
  stop(signal?: NodeJS.Signals): Promise<void>;

  /** For good. */
  close(): Promise<void>;
}
