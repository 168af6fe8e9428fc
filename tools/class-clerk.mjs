/**
 * The clerk of a class, beside its nats-server: says what each student's connection may do, and
 * passes on what students say. A connection may write to the subjects of its own seat alone, and
 * only what the clerk has looked at reaches the teacher's page and is stored. Must not know the page.
 */

import nodeCrypto from "node:crypto";
import { nkeys, wsconnect } from "@nats-io/nats-core";
import { WebSocket } from "ws";
import { sameText } from "./class-door.mjs";

/** By it nats-server asks whether somebody may connect, and as whom (its "auth callout"). */
const ASKED = "$SYS.REQ.USER.AUTH";
/** As web/classroom/protocol.ts bounds them. */
export const ANSWER_BYTES_MAX = 512;
/** Of one seat: questions and goals of a long class. */
export const ANSWERS_KEPT = 64;
/** Of one seat and one kind, in one window. */
const WINDOW_MS = 10_000;
const IN_WINDOW_MAX = 20;
const STORING_MS_MAX = 2_000;
/** What signs for a class: the server has the public half. */
export function newSigner() {
  const pair = nkeys.createAccount();
  return { seed: new TextDecoder().decode(pair.getSeed()), issuer: pair.getPublicKey() };
}

/** What stands before an Ed25519 seed in a private key of PKCS #8. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Node's own signatures, of the same bytes, take a hundredth of the time of those of nkeys: where a
 * whole class comes back at once to a busy machine, that decides whether it gets in.
 */
function signingKey(seed) {
  const raw = nkeys.fromSeed(new TextEncoder().encode(seed)).getRawSeed();
  const key = Buffer.concat([PKCS8, raw]);
  return nodeCrypto.createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** What one student's connection may do: its own subjects, and what everybody hears. */
export function studentRights(code, seat) {
  return {
    pub: {
      allow: [
        `class.${code}.answer.${seat}`,
        `class.${code}.here.${seat}`,
        "$JS.API.DIRECT.GET.CLASS",
      ],
    },
    sub: { allow: [`class.${code}.said.*`, `_INBOX_${seat}.>`] },
    // How much it may send stands in the server's configuration, which goes before what stands here.
    subs: -1,
    payload: -1,
    data: -1,
  };
}

export class Clerk {
  #nc;
  #made;
  #keeper;
  #key;
  #heard = new Map();
  /** Messages that were not passed on. */
  dropped = 0;

  constructor(nc, made, keeper) {
    this.#nc = nc;
    this.#made = made;
    this.#keeper = keeper;
    this.#key = signingKey(made.seed);
  }

  /**
   * Waits until the server is there; afterwards it comes back by itself.
   * @param {{ address: string, made: import("./class-server.mjs").MadeClass,
   * door: import("./class-door.mjs").ClassDoor }} options address: of the server's WebSocket
   */
  static async open({ address, made, door }) {
    const nc = await wsconnect({
      servers: address,
      user: "clerk",
      pass: made.clerk,
      inboxPrefix: "_INBOX_CLERK",
      wsFactory: async (url) => ({ socket: new WebSocket(url), encrypted: url.startsWith("wss:") }),
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      reconnectJitter: 50,
      ignoreAuthErrorAbort: true,
      ignoreClusterUpdates: true,
      pingInterval: 3_000,
    });
    const clerk = new Clerk(nc, made, door.keeper);
    clerk.#begin();
    await nc.flush();
    door.isOpen = true;
    void followServer(nc, door);
    return clerk;
  }

  #begin() {
    const { code } = this.#made;
    this.#hear(ASKED, (message) => message.respond(this.#judged(message.string())));
    this.#hear(`class.${code}.here.*`, (message) => this.#tellHere(message));
    this.#hear(`class.${code}.answer.*`, (message) => void this.#store(message));
  }

  #hear(subject, take) {
    this.#nc.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) take(message);
      },
    });
  }

  async close() {
    await this.#nc.close();
  }

  // --- who may connect ------------------------------------------------------------------------------

  /** The answer to the server's question, signed. */
  #judged(question) {
    const { nats } = claimsOf(question);
    const { user, pass, name } = nats.connect_opts;
    const { code } = this.#made;
    const isStudent = user === "student" && sameText(pass ?? "", code);
    const mayEnter = isStudent && this.#keeper.isSeated(name ?? "");
    const answer = mayEnter
      ? {
          jwt: this.#signed(nats.user_nkey, "LEARN", {
            ...studentRights(code, name),
            type: "user",
          }),
        }
      : { error: "there is no such class, or it has no such seat" };
    return this.#signed(nats.user_nkey, nats.server_id.id, {
      ...answer,
      type: "authorization_response",
    });
  }

  /** A token as nats-server reads it. */
  #signed(subject, audience, nats) {
    const claims = {
      jti: crypto.randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      iss: this.#made.issuer,
      sub: subject,
      aud: audience,
      nats: { ...nats, version: 2 },
    };
    const parts = [{ typ: "JWT", alg: "ed25519-nkey" }, claims];
    const said = parts
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature = nodeCrypto.sign(null, Buffer.from(said), this.#key);
    return `${said}.${signature.toString("base64url")}`;
  }

  // --- what students say ----------------------------------------------------------------------------

  #tellHere(message) {
    const seat = this.#seatOf(message);
    if (seat === null) return;
    this.#nc.publish(`class.${this.#made.code}.present.${seat}`, message.data);
  }

  /** Who hears no answer says it again: what is refused for good is acknowledged too. */
  async #store(message) {
    const seat = this.#seatOf(message);
    if (seat === null) return;
    if (this.#keeper.storedOf(seat) >= ANSWERS_KEPT) {
      this.dropped += 1;
      message.respond();
      return;
    }
    try {
      const subject = `class.${this.#made.code}.kept.${seat}`;
      const stored = await this.#nc.request(subject, message.data, { timeout: STORING_MS_MAX });
      if (stored.json().error !== undefined) return;
      this.#keeper.noteStored(seat);
      message.respond();
    } catch {
      // No teacher has been there yet, or the server is going: the student says it again.
    }
  }

  /**
   * Whose message it is, null where it goes no further: too large, too many, or sent by the server
   * for a student who named this subject as the place for an answer, which comes with headers.
   */
  #seatOf({ subject, data, headers }) {
    const seat = subject.slice(subject.lastIndexOf(".") + 1);
    const isFine =
      isPlain(headers) && data.length <= ANSWER_BYTES_MAX && this.#keeper.isSeated(seat);
    if (isFine && this.#isInWindow(subject)) return seat;
    this.dropped += 1;
    return null;
  }

  #isInWindow(subject) {
    const nowMs = performance.now();
    const known = this.#heard.get(subject);
    if (known === undefined || nowMs - known.beganMs > WINDOW_MS) {
      this.#forgetOld(nowMs);
      this.#heard.set(subject, { beganMs: nowMs, count: 1 });
      return true;
    }
    known.count += 1;
    return known.count <= IN_WINDOW_MAX;
  }

  #forgetOld(nowMs) {
    if (this.#heard.size < 4_000) return;
    for (const [subject, { beganMs }] of this.#heard) {
      if (nowMs - beganMs > WINDOW_MS) this.#heard.delete(subject);
    }
  }
}

/** Nobody is handed on to a server that would refuse everybody. */
async function followServer(nc, door) {
  for await (const { type } of nc.status()) {
    if (type === "disconnect") door.isOpen = false;
    if (type === "reconnect") door.isOpen = true;
  }
}

/** Nothing but what the server adds when a message goes from one account to the other. */
function isPlain(headers) {
  if (headers === undefined) return true;
  return headers.code === 0 && headers.keys().every((name) => name === "Nats-Request-Info");
}

function claimsOf(token) {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}
