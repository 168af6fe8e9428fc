/** `<raft-atlas>` without a browser: what is imported on a server, and what is said when nothing comes. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Talk } from "@/element/channel";
import { faultOf } from "@/element/served";

const ORIGIN = "https://course.example.org";
const PAGE = `${ORIGIN}/raft-atlas/embed.html`;

it("is imported on a server that renders pages, and defines nothing there", async () => {
  const { RaftAtlas } = await import("@/element/index");
  expect(RaftAtlas.observedAttributes).toContain("scenario");
  expect("customElements" in globalThis).toBe(false);
});

describe("the page of <raft-atlas>", () => {
  const answers = (text: string, status = 200) => vi.fn(async () => new Response(text, { status }));

  it("is known by its document, asked for without what the attributes say", async () => {
    const get = answers('<!doctype html>\n<html lang="en" data-embed>');
    expect(await faultOf(`${PAGE}?scenario=x#2abc`, ORIGIN, get)).toBe(null);
    expect(get).toHaveBeenCalledWith(PAGE);
  });

  it("is not the application around it, which a server answers in its place", async () => {
    const why = await faultOf(PAGE, ORIGIN, answers('<!doctype html><html lang="en">'));
    expect(why).toContain(`found another document at ${PAGE}`);
    expect(why).toContain("raftAtlas() of @raft-atlas/element/vite");
  });

  it("is refused where Vite's server rewrites it: its script would run twice", async () => {
    const text = '<html data-embed><script type="module" src="/@vite/client"></script>';
    expect(await faultOf(PAGE, ORIGIN, answers(text))).toContain("its script would run twice");
  });

  it("is missed where a server has none, or a bundler knows only the file", async () => {
    expect(await faultOf(PAGE, ORIGIN, answers("", 404))).toContain(`${PAGE} answers 404`);
    const why = await faultOf("file:///x/page/embed.html", ORIGIN, answers(""));
    expect(why).toContain("found file:///x/page/embed.html, expected an address of a server");
  });

  it("is not looked at where that is not allowed", async () => {
    const get = vi.fn(async () => Promise.reject(new TypeError("refused by a policy")));
    expect(await faultOf(PAGE, ORIGIN, get)).toBe(null);
    expect(await faultOf("https://atlas.example.org/embed.html", ORIGIN, get)).toBe(null);
    expect(get).toHaveBeenCalledTimes(1);
  });
});

describe("what is asked of the page", () => {
  let hear: (message: object) => void;
  let said: { do: string; id: number }[];
  let told: [string, unknown][];
  let talk: Talk;

  beforeEach(() => {
    vi.useFakeTimers();
    said = [];
    told = [];
    const page = { postMessage: (message: { do: string; id: number }) => said.push(message) };
    const frame = { contentWindow: page as unknown as Window };
    let listener: (event: object) => void = () => {};
    const around = {
      addEventListener: (_: string, listens: never) => {
        listener = listens;
      },
      removeEventListener: () => {
        listener = () => {};
      },
    };
    hear = (message) => listener({ source: page, origin: ORIGIN, data: { atlas: 1, ...message } });
    talk = new Talk(frame, ORIGIN, (...what) => void told.push(what), around as never);
  });

  afterEach(() => vi.useRealTimers());

  const ready = () => hear({ event: "ready", run: {} });
  const asked = () => said.filter((one) => one.do !== "events");

  it("waits until the page is ready, and is answered in order", async () => {
    const [first, second] = [talk.ask({ do: "play" }), talk.ask({ do: "pause" })];
    expect(said).toEqual([]);
    ready();
    expect(asked().map((one) => one.do)).toEqual(["play", "pause"]);
    for (const { id } of asked()) hear({ id, ok: true, value: id });
    expect(await first).toBeLessThan((await second) as number);
  });

  it("fails with a sentence, and an event tells it, where no page answers in time", async () => {
    talk.expect(30_000);
    const failed = expect(talk.ask({ do: "play" })).rejects.toThrow("not answered within 30 s");
    vi.advanceTimersByTime(30_000);
    await failed;
    expect(told).toEqual([["error", { message: expect.stringContaining("30 s") }]]);
    await expect(talk.ask({ do: "pause" })).rejects.toThrow("30 s");
  });

  it("goes on where the page comes late", async () => {
    talk.expect(30_000);
    vi.advanceTimersByTime(30_000);
    ready();
    const late = talk.ask({ do: "play" });
    hear({ id: asked()[0]?.id, ok: true, value: "it plays" });
    expect(await late).toBe("it plays");
  });

  it("fails when the element is taken away, before the page was ready or after", async () => {
    const early = talk.ask({ do: "play" });
    talk.end();
    await expect(early).rejects.toThrow("The page was taken away.");
    vi.advanceTimersByTime(60_000);
    // Nothing is told of an element that is gone.
    expect(told).toEqual([]);
  });
});
