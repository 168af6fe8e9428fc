/** The element `<raft-atlas>`: the page in a frame; its attributes are parts of the address. */

import type { Run } from "@/engine/embed";
import type { Action } from "@/engine/types";
import { ATTRIBUTES, addressOf } from "./address.ts";
import { type AtlasEventName, type AtlasEvents, type Request, Talk } from "./channel.ts";
import { PACKED } from "./page.ts";
import { faultOf } from "./served.ts";

/** A first visit loads an engine; a slow network takes its time over it. */
const READY_MS_MAX = 30_000;

const STYLE = `
  :host { display: block; aspect-ratio: 8 / 5; min-height: 20rem; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 0; }
  p { margin: 0; padding: 1rem; border: 1px solid; }
`;

/** An event of the element, "atlas-time" for the page's "time". */
export type AtlasEvent<Name extends AtlasEventName> = CustomEvent<AtlasEvents[Name]>;

/** On a server that renders pages there are no elements: importing this defines nothing there. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class RaftAtlas extends Base {
  static readonly observedAttributes: readonly string[] = [...ATTRIBUTES, "page", "title"];

  readonly #root: ShadowRoot;
  #frame: HTMLIFrameElement | null = null;
  #talk: Talk | null = null;
  #trouble: HTMLElement | null = null;
  #isDue = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [style];
  }

  connectedCallback(): void {
    this.#openSoon();
  }

  disconnectedCallback(): void {
    this.#end();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#openSoon();
  }

  /** The page's own address, with all that the attributes say. */
  get address(): string {
    const page = new URL(this.getAttribute("page") ?? PACKED, document.baseURI);
    return addressOf(page, location.origin, (name) => this.getAttribute(name));
  }

  /** Any message of the page's interface; waits until it listens. */
  ask<T = unknown>(request: Request): Promise<T> {
    if (this.#isDue || this.#talk === null) {
      return Promise.resolve().then(() => {
        if (this.#talk === null) throw new Error("<raft-atlas> is not in a document.");
        return this.#talk.ask<T>(request);
      });
    }
    return this.#talk.ask<T>(request);
  }

  run(): Promise<Run> {
    return this.ask<Run>({ do: "query", what: "run" });
  }

  /** Plays on; `speed` in simulated seconds a second. */
  play(speed?: number): Promise<Run> {
    return this.ask<Run>(speed === undefined ? { do: "play" } : { do: "play", speed });
  }

  pause(): Promise<Run> {
    return this.ask<Run>({ do: "pause" });
  }

  /** Goes to an instant, in simulated microseconds, back or forward. */
  seek(us: number): Promise<Run> {
    return this.ask<Run>({ do: "seek", us });
  }

  /** Does what scenario files call an action, now; in the past it begins a branch. */
  act(action: Action): Promise<Run> {
    return this.ask<Run>({ do: "act", action });
  }

  /** Opens a scenario file's text in place of what stands there. */
  load(text: string): Promise<Run> {
    return this.ask<Run>({ do: "load", text });
  }

  /** Several attributes that change together open the page once. */
  #openSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#open();
    });
  }

  /**
   * Every opening has a frame of its own: in one that is only sent elsewhere the page before runs
   * until the next one is there, and what it still says could not be told from the next one's words.
   */
  #open(): void {
    this.#end();
    const { address } = this;
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("title") ?? "Raft Atlas";
    frame.src = address;
    const talk = new Talk(frame, new URL(address).origin, (name, detail) => {
      if (name === "error") this.#showTrouble((detail as AtlasEvents["error"]).message);
      if (name === "ready") this.#endTrouble();
      this.dispatchEvent(new CustomEvent(`atlas-${name}`, { detail, bubbles: true }));
    });
    this.#talk = talk;
    this.#frame = frame;
    void this.#show(frame, talk, address);
  }

  /** Where the page is not, nothing else is shown in its place. */
  async #show(frame: HTMLIFrameElement, talk: Talk, address: string): Promise<void> {
    const why = await faultOf(address, location.origin);
    // It was taken away, or opened again.
    if (this.#talk !== talk) return;
    if (why !== null) return talk.fail(why);
    talk.expect(READY_MS_MAX);
    this.#root.append(frame);
  }

  #showTrouble(message: string): void {
    this.#endTrouble();
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.textContent = message;
    this.#root.prepend(said);
    this.#trouble = said;
  }

  #endTrouble(): void {
    this.#trouble?.remove();
    this.#trouble = null;
  }

  #end(): void {
    this.#talk?.end();
    this.#talk = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#endTrouble();
  }
}
