/** The way to the server of a class: one connection that comes back by itself. */

import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { errors, headers, type Msg, type NatsConnection, wsconnect } from "@nats-io/nats-core";

import { ANSWER_BYTES_MAX, subjectsOf } from "./protocol";

const CLASS = "CLASS";
const ANSWERS = "ANSWERS";
/** Messages of one fetch; the next one goes on from there. */
const FETCHED_MAX = 500;
const ANSWER_WAIT_MS = 2_000;
/**
 * As long as the server waits for the clerk (tools/class-server.mjs): where all come back at once to a
 * slow machine, who gave up sooner would ask again and again, and nobody would get in.
 */
const ENTER_WAIT_MS = 20_000;
const FETCH_WAIT_MS = 5_000;
/** A connection that says nothing for twice as long is given up and made anew. */
const PING_MS = 3_000;
const AGAIN_MS = 500;
/** So many browsers do not come back in the same instant. */
const JITTER_MS = 1_000;
const KEPT_NS = 24 * 3_600e9;
const HOUR_NS = 3_600e9;
const CLASS_BYTES_MAX = 64 * 1024 * 1024;
/** The server's number for "JetStream system temporarily unavailable". */
const UNAVAILABLE = 10_008;
/** … and for "wrong last sequence". */
const WRONG_LAST = 10_071;
/** Of one student: questions and goals of a long class. */
const ANSWERS_KEPT = 64;

export interface WireOptions {
  address: string;
  code: string;
  /** The teacher's; null: a student. */
  token: string | null;
  /** The student's seat: what it says goes to subjects of this name, which nobody else may write to. */
  seat: string;
  /** It was lost, or is back: what was said meanwhile has to be fetched. */
  changed(isThere: boolean): void;
}

/** One message, as the server numbered it; 0 where it is not stored. */
export interface Heard {
  subject: string;
  text: string;
  seq: number;
  /** Number of the one before it of its subject. */
  before: number;
  /** The server added nothing to it: it is as its sender sent it. */
  isPlain: boolean;
}

export interface SayOptions {
  id: string;
  /** Of this subject nothing earlier is kept. */
  isOnly?: boolean;
  after?: number;
}

/** The server will not store it, however often it is sent. */
export class Refused extends Error {}

/** Somebody else has said something of this subject since. */
export class Overtaken extends Refused {}

export class Wire {
  private readonly nc: NatsConnection;
  private readonly js: JetStreamClient;
  private readonly jsm: JetStreamManager;
  readonly code: string;
  readonly seat: string;

  private constructor(nc: NatsConnection, jsm: JetStreamManager, { code, seat }: WireOptions) {
    this.nc = nc;
    this.js = jetstream(nc, { timeout: FETCH_WAIT_MS });
    this.jsm = jsm;
    this.code = code;
    this.seat = seat;
  }

  static async open(options: WireOptions): Promise<Wire> {
    const { address, code, token, seat, changed } = options;
    const isTeacher = token !== null;
    // The door lets in who has the code, and gives the seat.
    const asked = new URLSearchParams({ code, ...(isTeacher ? {} : { seat }) });
    const nc = await wsconnect({
      servers: `${address}?${asked}`,
      user: isTeacher ? "teacher" : "student",
      pass: isTeacher ? token : code,
      ...(isTeacher ? {} : { name: seat }),
      inboxPrefix: isTeacher ? "_INBOX_TEACHER" : `_INBOX_${seat}`,
      maxReconnectAttempts: -1,
      reconnectTimeWait: AGAIN_MS,
      reconnectJitter: JITTER_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      // No other address than this one: the page's policy names none.
      ignoreClusterUpdates: true,
      timeout: ENTER_WAIT_MS,
    });
    try {
      const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: FETCH_WAIT_MS });
      void tellChanges(nc, changed);
      return new Wire(nc, jsm, options);
    } catch (error) {
      // It would come back by itself for ever.
      await nc.close();
      throw error;
    }
  }

  /** What the server keeps of a class; there already when the teacher comes back. */
  async prepare(): Promise<void> {
    const { code } = this;
    const bounds = { storage: StorageType.File, allow_direct: true, max_age: KEPT_NS };
    await this.jsm.streams.add({
      ...bounds,
      name: CLASS,
      subjects: [`class.${code}.say.*`],
      // What is stored is told again with its number: who missed one sees it.
      republish: { src: `class.${code}.say.*`, dest: `class.${code}.said.{{wildcard(1)}}` },
      allow_rollup_hdrs: true,
      max_bytes: CLASS_BYTES_MAX,
      duplicate_window: HOUR_NS,
    });
    await this.jsm.streams.add({
      ...bounds,
      name: ANSWERS,
      subjects: [subjectsOf(code).kept("*")],
      max_msgs_per_subject: ANSWERS_KEPT,
      max_msg_size: ANSWER_BYTES_MAX,
      max_bytes: CLASS_BYTES_MAX,
      // What is full takes nothing more: nothing that came pushes out what came before.
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
    });
  }

  /** `wildcard` may end with a star. */
  hear(wildcard: string, heard: (one: Heard) => void): void {
    this.nc.subscribe(wildcard, {
      callback: (error, message) => {
        if (error === null) heard(heardOf(message));
      },
    });
  }

  /** All stored messages of a subject from a number on, in order. */
  async fetch(what: "class" | "answers", from: number): Promise<Heard[]> {
    const [stream, subject] =
      what === "class"
        ? [CLASS, subjectsOf(this.code).do]
        : [ANSWERS, subjectsOf(this.code).kept("*")];
    const found: Heard[] = [];
    for (let seq = Math.max(1, from); ; ) {
      const batch = await this.batch(stream, { seq, batch: FETCHED_MAX, next_by_subj: subject });
      found.push(...batch);
      if (batch.length < FETCHED_MAX) return found;
      seq = (batch.at(-1)?.seq ?? seq) + 1;
    }
  }

  /** The last one of a subject that keeps only that. */
  async last(subject: string): Promise<Heard | undefined> {
    return (await this.batch(CLASS, { multi_last: [subject], batch: 1 }))[0];
  }

  private async batch(stream: string, asked: object): Promise<Heard[]> {
    const found: Heard[] = [];
    try {
      const messages = await this.jsm.direct.getBatch(stream, asked as never);
      for await (const { subject, data, seq, lastSequence } of messages) {
        const text = new TextDecoder().decode(data);
        found.push({ subject, text, seq, before: lastSequence, isPlain: false });
      }
    } catch (error) {
      // Nothing was said yet.
      if (error instanceof Error && /not found|no results/i.test(error.message)) return found;
      throw error;
    }
    return found;
  }

  /**
   * Said by the teacher, stored, and its number given back. With the same id it is stored once
   * however often it is sent. Throws Refused where that would be in vain; Overtaken where `after` is
   * not the number of the last one of the subject.
   */
  async say(subject: string, text: string, { id, isOnly, after }: SayOptions): Promise<number> {
    const with_ = headers();
    if (isOnly === true) with_.set("Nats-Rollup", "sub");
    const expect = after === undefined ? {} : { expect: { lastSubjectSequence: after } };
    const options = { msgID: id, timeout: ANSWER_WAIT_MS, retries: 0, headers: with_, ...expect };
    try {
      return (await this.js.publish(subject, text, options)).seq;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === WRONG_LAST)
        throw new Overtaken(error.message);
      throw isForGood(error) ? new Refused(error.message) : error;
    }
  }

  /** An answer that the server has stored once this resolves. */
  async answer(text: string): Promise<void> {
    const { answer } = subjectsOf(this.code);
    await this.nc.request(answer(this.seat), text, { timeout: ANSWER_WAIT_MS });
  }

  /** Told to whoever listens now; kept nowhere. */
  tell(subject: string, text: string): void {
    if (!this.nc.isClosed()) this.nc.publish(subject, text);
  }

  /** What was sent is with the server. */
  async flush(): Promise<void> {
    await this.nc.flush();
  }

  async close(): Promise<void> {
    if (!this.nc.isClosed()) await this.nc.close();
  }
}

/** The server has answered no, or the client knows that it would. */
function isForGood(error: unknown): error is Error {
  if (error instanceof errors.InvalidArgumentError) return true;
  return error instanceof JetStreamApiError && error.code !== UNAVAILABLE;
}

function heardOf(message: Msg): Heard {
  const number = (name: string): number => Number(message.headers?.get(name) || 0);
  return {
    subject: message.subject,
    text: message.data.length === 0 ? "" : message.string(),
    seq: number("Nats-Sequence"),
    before: number("Nats-Last-Sequence"),
    isPlain: message.headers === undefined,
  };
}

async function tellChanges(nc: NatsConnection, changed: WireOptions["changed"]): Promise<void> {
  for await (const { type } of nc.status()) {
    if (type === "disconnect") changed(false);
    if (type === "reconnect") changed(true);
  }
}
