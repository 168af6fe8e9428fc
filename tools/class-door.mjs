/**
 * The door of a class: the one way from outside to its nats-server. It decides who is let in, by
 * origin, address and code, and hands an admitted WebSocket on with no more bytes a second than a
 * student needs. Who is in has a seat: a subject that only this connection may write to
 * (class-clerk.mjs). Must not know what is said.
 */

import crypto from "node:crypto";
import http from "node:http";
import net from "node:net";
import { Transform } from "node:stream";

/** Of one class, and of one address: a whole room may come from one. */
export const LIMITS = {
  connections: 2_000,
  connectionsOfAddress: 400,
  /** A tab and the one connection that it makes while the server has not missed the one before. */
  connectionsOfSeat: 3,
  seats: 1_000,
  seatsOfAddress: 400,
  wrongCodesOfAddress: 300,
  /** How long wrong codes count. */
  windowMs: 10 * 60_000,
  /** From outside to the server: what may come at once, and then in a second. */
  burstBytes: 1_000_000,
  bytesPerSecond: 64_000,
};

/** More addresses than this are not told apart for their wrong codes. */
const ADDRESSES_MAX = 10_000;
const SEAT = /^[0-9a-f]{24}$/;

/** Who is in: pure, but for the clock that it is given. */
export class Doorkeeper {
  #code;
  #limits;
  #nowMs;
  #connections = 0;
  #ofAddress = new Map();
  #wrong = new Map();
  /** Seat to its address, its connections, and whether anything is stored of it. */
  #seats = new Map();

  /** @param {{ code: string, limits?: typeof LIMITS, nowMs?: () => number }} options */
  constructor({ code, limits = LIMITS, nowMs = Date.now }) {
    this.#code = code;
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /**
   * Lets one connection in, or says by an HTTP status and a sentence why not. One with a wrong code
   * is counted, and handed on to the server, which refuses it by its own words.
   * @param {{ address: string, code: string | null, seat: string | null }} asked
   * @returns {{ leave: () => void } | { status: number, why: string }}
   */
  admit({ address, code, seat }) {
    const limits = this.#limits;
    const known = seat === null ? undefined : this.#seats.get(seat);
    if (this.#connections >= limits.connections) return refused(503, "The class is full.");
    if ((this.#ofAddress.get(address) ?? 0) >= limits.connectionsOfAddress) {
      return refused(429, "Too many connections from this address.");
    }
    if (!sameText(code ?? "", this.#code)) return this.#admitStranger(address);
    // Nobody else knows a seat that was taken: who has it need not wait for those who guess.
    if (known === undefined && this.#hasGuessed(address)) return TOO_MANY_WRONG;
    if (seat !== null) {
      const why = this.#takeSeat(seat, address, known);
      if (why !== null) return why;
    }
    return { leave: this.#enter(address, seat) };
  }

  #admitStranger(address) {
    if (this.#hasGuessed(address)) return TOO_MANY_WRONG;
    if (this.#wrong.size >= ADDRESSES_MAX) this.#wrong.clear();
    const nowMs = this.#nowMs();
    const known = this.#wrong.get(address);
    const isOver = known === undefined || nowMs - known.beganMs > this.#limits.windowMs;
    if (isOver) this.#wrong.set(address, { beganMs: nowMs, count: 1 });
    else known.count += 1;
    return { leave: this.#enter(address, null) };
  }

  #hasGuessed(address) {
    const known = this.#wrong.get(address);
    if (known === undefined || this.#nowMs() - known.beganMs > this.#limits.windowMs) return false;
    return known.count >= this.#limits.wrongCodesOfAddress;
  }

  /** Null: it is this connection's. */
  #takeSeat(seat, address, known) {
    const limits = this.#limits;
    if (!SEAT.test(seat)) return refused(400, "A seat is 24 hexadecimal digits.");
    if (known !== undefined) {
      if (known.connections < limits.connectionsOfSeat) return null;
      return refused(429, "This seat is taken.");
    }
    const ofAddress = [...this.#seats.values()].filter((one) => one.address === address).length;
    if (this.#seats.size >= limits.seats || ofAddress >= limits.seatsOfAddress) {
      return refused(429, "All seats are taken.");
    }
    this.#seats.set(seat, { address, connections: 0, stored: 0 });
    return null;
  }

  #enter(address, seat) {
    this.#connections += 1;
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
    const held = this.#seats.get(seat ?? "");
    if (held !== undefined) held.connections += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#connections -= 1;
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
      if (held !== undefined) this.#rise(seat, held);
    };
  }

  /** A seat of which nothing is stored is free once nobody has it. */
  #rise(seat, held) {
    held.connections -= 1;
    if (held.connections <= 0 && held.stored === 0) this.#seats.delete(seat);
  }

  /** Whether somebody came in with this seat. */
  isSeated(seat) {
    return this.#seats.has(seat);
  }

  /** How many messages of a seat are stored. */
  storedOf(seat) {
    return this.#seats.get(seat)?.stored ?? 0;
  }

  /** One more of a seat is stored: the seat stays taken. */
  noteStored(seat) {
    const held = this.#seats.get(seat);
    if (held !== undefined) held.stored += 1;
  }
}

function refused(status, why) {
  return { status, why };
}

/** Where whoever watches over containers asks whether students could come in; it says nothing else. */
const HEALTH = "/health";

const TOO_MANY_WRONG = refused(429, "Too many wrong codes from this address; wait ten minutes.");

/** As long for a wrong one as for the right one. */
export function sameText(found, wanted) {
  const [a, b] = [found, wanted].map((text) => crypto.createHash("sha256").update(text).digest());
  return crypto.timingSafeEqual(a, b);
}

/** Whether a browser's page may speak to this host: its own page, or one that is named. */
export function isOwnOrigin(origin, host, others = []) {
  // Programs name none, and could name any.
  if (origin === undefined) return true;
  if (others.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Who asks, where so many proxies of ours stand before this: each adds the address that it sees at
 * the end of X-Forwarded-For, and what stands before these anybody can write.
 */
export function addressOf(forwarded, peer, proxies) {
  const hops = [...(forwarded ?? "").split(",").map((one) => one.trim()), peer].filter(Boolean);
  return oneOf(hops[Math.max(0, hops.length - 1 - proxies)] ?? "");
}

/** Of IPv6 a household or room has 64 bits for itself. */
function oneOf(address) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!net.isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("%")[0].split("::");
  const groups = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  while (tail !== undefined && groups.length + last.length < 8) groups.push("0");
  return `${[...groups, ...last]
    .slice(0, 4)
    .map((one) => Number.parseInt(one, 16).toString(16))
    .join(":")}::/64`;
}

/** Lets bytes through as fast as it is told: who sends more waits. */
export class Throttle extends Transform {
  #limits;
  #left;
  #atMs = performance.now();

  constructor({ burstBytes, bytesPerSecond }) {
    super();
    this.#limits = { burstBytes, bytesPerSecond };
    this.#left = burstBytes;
  }

  _transform(chunk, _, done) {
    const { burstBytes, bytesPerSecond } = this.#limits;
    const nowMs = performance.now();
    const earned = ((nowMs - this.#atMs) / 1_000) * bytesPerSecond;
    this.#left = Math.min(burstBytes, this.#left + earned) - chunk.length;
    this.#atMs = nowMs;
    if (this.#left >= 0) done(null, chunk);
    else setTimeout(() => done(null, chunk), (-this.#left / bytesPerSecond) * 1_000);
  }
}

/** The door itself: a server of WebSockets for one class. */
export class ClassDoor {
  keeper;
  /** Until somebody answers for the server, nobody is handed on to it. */
  isOpen = false;
  #options;
  #server;
  #sockets = new Set();

  /**
   * @param {{ code: string, nats: { host: string, port: number }, proxies?: number,
   * origins?: readonly string[], limits?: typeof LIMITS }} options nats: where the server's WebSocket
   * is; proxies: how many stand before this; origins: of pages that are served elsewhere
   */
  constructor({ code, nats, proxies = 1, origins = [], limits = LIMITS }) {
    this.keeper = new Doorkeeper({ code, limits });
    this.#options = { nats, proxies, origins, limits };
  }

  /** @returns {Promise<number>} the port at which it listens */
  async listen({ host = "127.0.0.1", port = 0 } = {}) {
    const server = http.createServer(({ url }, response) => {
      response.writeHead(url === HEALTH ? (this.isOpen ? 200 : 503) : 426).end();
    });
    server.on("upgrade", (request, socket, head) => this.#asked(request, socket, head));
    this.#server = server;
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    return server.address().port;
  }

  async stop() {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  #asked(request, socket, head) {
    socket.on("error", () => socket.destroy());
    const { headers } = request;
    const { proxies, origins } = this.#options;
    const host = (proxies > 0 ? headers["x-forwarded-host"] : undefined) ?? headers.host;
    if (!this.isOpen) return refuse(socket, refused(503, "The class is not there."));
    if (!isOwnOrigin(headers.origin, host, origins)) {
      return refuse(socket, refused(403, "This page may not speak to the class."));
    }
    const address = addressOf(headers["x-forwarded-for"], socket.remoteAddress ?? "", proxies);
    const { searchParams } = new URL(request.url ?? "/", "http://class");
    const asked = { address, code: searchParams.get("code"), seat: searchParams.get("seat") };
    const answer = this.keeper.admit(asked);
    if ("status" in answer) return refuse(socket, answer);
    this.#handOn(request, socket, head, answer.leave);
  }

  /** The same bytes, there and back; of the request what a WebSocket needs. */
  #handOn({ headers }, socket, head, leave) {
    const { nats, limits } = this.#options;
    const onward = net.connect(nats.port, nats.host, () => {
      const passed = Object.entries(headers).filter(([name]) =>
        /^(sec-websocket-|upgrade|connection$)/.test(name),
      );
      const lines = passed.map(([name, value]) => `${name}: ${value}`);
      onward.write(["GET / HTTP/1.1", `host: ${nats.host}`, ...lines, "", ""].join("\r\n"));
      const slowly = new Throttle(limits);
      slowly.write(head);
      socket.pipe(slowly).pipe(onward).pipe(socket);
    });
    for (const one of [socket, onward]) {
      one.setNoDelay(true);
      this.#sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        socket.destroy();
        onward.destroy();
        leave();
      });
    }
  }
}

function refuse(socket, { status, why }) {
  const reason = http.STATUS_CODES[status];
  const body = `${why}\n`;
  const fields = `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${fields}\r\n\r\n${body}`);
}
