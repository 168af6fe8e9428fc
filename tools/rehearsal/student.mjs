/**
 * A student without a picture: the page's own class code (`web/classroom`: wire, hearing, seat,
 * watching), in Node, put together as the page does it. It answers each question a while after it
 * came, and says what a page in its place would have to say.
 */

import path from "node:path";
import { createServer } from "vite";
import { WebSocket } from "ws";
import { ROOT } from "../steps.mjs";

/** Node 20 has none of its own. */
globalThis.WebSocket ??= WebSocket;

/** As the page asks a server again that did not let it in. */
const AGAIN_MS = 3_000;

const wallMs = () => performance.now();
const later = (callback, ms) => void setTimeout(callback, ms);

/** The page's class code, read as Vite reads it. */
export async function classCode() {
  const vite = await createServer({
    configFile: false,
    root: ROOT,
    appType: "custom",
    logLevel: "error",
    resolve: { alias: [{ find: /^@\//, replacement: `${path.join(ROOT, "web")}/` }] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const names = ["wire", "hearing", "seat", "watching", "protocol"];
  const parts = await Promise.all(
    names.map((name) => vite.ssrLoadModule(`/web/classroom/${name}.ts`)),
  );
  return { ...Object.assign({}, ...parts), close: () => vite.close() };
}

/** @typedef {(kind: string, more?: object) => void} Log */

export class Student {
  name;
  /** Tells each question's place of an answer, or null: none. @type {(lesson: string, step: string) => number | null} */
  choose = () => null;
  /** How long it takes to answer. @type {() => number} */
  delayMs = () => 0;
  #code;
  #place;
  #log;
  #id;
  #parts = null;
  /** Counts openings and closings: what was begun before is given up. */
  #turn = 0;
  #asked = new Set();
  #said = "";

  /**
   * @param {{ code: object, place: { code: string, port: number }, name: string, log: Log }} options
   * code: of `classCode`; place: the class's code, and the port of this student's way to the page
   */
  constructor({ code, place, name, log }) {
    this.#code = code;
    this.#place = place;
    this.#log = log;
    this.name = name;
    this.#id = code.newStudentId();
  }

  /** As a page that is opened, or loaded again: the tab knows who it is, and nothing else. */
  async open() {
    for (const turn = ++this.#turn; turn === this.#turn; ) {
      try {
        return await this.#join();
      } catch (error) {
        this.#log("says", { text: `server not reached; tried again: ${error.message}` });
        await this.#part();
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  async #join() {
    const { Wire, Hearing, Seat, SilenceWatch, LeaderWatch } = this.#code;
    const { code, port } = this.#place;
    const address = `ws://localhost:${port}/class`;
    const parts = { tell: null, isThere: true, leaderGone: false };
    const changed = (isThere) => this.#isThere(parts, isThere);
    const wire = await Wire.open({ address, code, token: null, seat: this.#id, changed });
    const hearing = new Hearing(wire, {
      changed: (state) => this.#heard(parts, state),
      present: () => {
        leader.heard();
        seat.hereIfDue();
      },
      led: (by) => this.#log("led", { by }),
      failed: (why) => this.#log("failed", { why }),
    });
    const here = () => ({ follows: true, same: "yes", name: this.name });
    const seat = new Seat(wire, {
      wallMs,
      later,
      here,
      unsent: (count) => this.#log("unsent", { count }),
      answersOf: (tell) => {
        parts.tell = tell;
        return () => undefined;
      },
    });
    const leader = new LeaderWatch({
      wallMs,
      later,
      hears: () => parts.isThere,
      changed: (gone) => {
        parts.leaderGone = gone;
        this.#say(parts);
      },
    });
    const probe = () => wire.flush();
    const silence = new SilenceWatch({ later, probe, changed: (is) => changed(!is) });
    Object.assign(parts, { wire, hearing, seat, watches: [leader, silence] });
    this.#parts = parts;
    await hearing.begin();
    for (const watch of parts.watches) watch.begin();
    seat.begin();
    this.#say(parts);
  }

  /** As a page that is gone, without a word. */
  async close() {
    this.#turn += 1;
    await this.#part();
  }

  async #part() {
    const parts = this.#parts;
    this.#parts = null;
    this.#asked.clear();
    this.#said = "";
    parts?.seat.end();
    for (const watch of parts?.watches ?? []) watch.end();
    await parts?.wire.close().catch(() => undefined);
  }

  /** Number of the last thing that was heard. */
  get seq() {
    return this.#parts?.hearing.state.seq ?? 0;
  }

  #isThere(parts, isThere) {
    if (parts !== this.#parts || parts.isThere === isThere) return;
    parts.isThere = isThere;
    this.#say(parts);
    if (isThere) void parts.hearing.catchUp();
  }

  #say(parts) {
    const { isThere, leaderGone, hearing } = parts;
    const { run, ended } = hearing.state;
    const said = [
      ended ? "ended" : leaderGone ? "teacher gone" : run === null ? "not begun" : "following",
      ...(isThere ? [] : ["server not reached"]),
    ].join("; ");
    if (said === this.#said) return;
    this.#said = said;
    this.#log("says", { text: said });
  }

  #heard(parts, { lesson }) {
    if (parts !== this.#parts) return;
    this.#say(parts);
    if (lesson === null) return;
    const key = `${lesson.id}/${lesson.step}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#log("step", { step: key });
    const answer = this.choose(lesson.id, lesson.step);
    if (answer === null) return;
    later(
      () => this.#answer(parts, { lesson: lesson.id, step: lesson.step, answer }),
      this.delayMs(),
    );
  }

  #answer(parts, place) {
    if (parts !== this.#parts) {
      this.#asked.delete(`${place.lesson}/${place.step}`);
      return;
    }
    this.#log("answers", place);
    parts.tell({ t: "answer", ...place });
  }
}
