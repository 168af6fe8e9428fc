/**
 * A person's own way to the page: TCP through a place where it can be cut, or left open with nothing
 * coming through, as a network does that fails.
 */

import net from "node:net";

export class Relay {
  #server;
  #pairs = new Set();
  /** "open", "cut" (nobody gets through, all are thrown out), "hung" (nothing comes or goes). */
  #state = "open";

  /** @param {number} to the port of the page */
  static async open(to) {
    const relay = new Relay();
    relay.#server = net.createServer((near) => relay.#connected(near, to));
    await new Promise((resolve) => relay.#server.listen(0, "localhost", resolve));
    return relay;
  }

  get port() {
    return this.#server.address().port;
  }

  #connected(near, to) {
    if (this.#state === "cut") {
      near.destroy();
      return;
    }
    const far = net.connect(to, "localhost");
    const pair = [near, far];
    this.#pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
      if (this.#state === "hung") socket.pause();
    }
  }

  cut() {
    this.#state = "cut";
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  hang() {
    this.#state = "hung";
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  mend() {
    this.#state = "open";
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  async close() {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
