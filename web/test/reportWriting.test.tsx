/** A report's file of a real run: all in it, nothing that runs, every text a text. */

import { describe, expect, it, vi } from "vitest";

import { EngineLoop } from "@/engine/worker/engineLoop";
import type { Link } from "@/engine/workerLink";
import { readReport } from "@/model/report/file";
import { REPORT_FORMAT } from "@/model/report/report";
import { Replaying } from "@/session/replaying";
import type { Gathered } from "@/shell/report/gather";
import { stretchOf } from "@/shell/report/runPicture";
import { reportFileName, writeReport } from "@/shell/report/write";
import { loadEngine, textOf } from "./realEngine";

// What draws the lanes can also ask the page's worker for a record; here there is none.
vi.mock("@/session/simClient", () => ({ sim: {}, makeLink: () => undefined }));

const { engine } = loadEngine();
const US = 6_000_000;
const EVIL = '</script><img src=x onerror="alert(1)">';

function makeLink(): Link {
  const loop = new EngineLoop({ engine, wallMs: () => 0 });
  return { send: async (command) => loop.run(command), close: () => {} };
}

/** A run of a scenario that is named as an attack, with a crash. */
async function gathered(): Promise<Gathered> {
  const text = JSON.stringify({ ...JSON.parse(textOf("first-look")), title: EVIL });
  const replaying = new Replaying(makeLink(), () => true);
  const actions = [{ at_us: 3_000_001, action: { do: "crash", store: "s1" } }];
  const source = { kind: "file", name: `${EVIL}.json`, text } as const;
  const run = { variant: "", seed: 7, actions };
  const opened = await replaying.open({ ...run, source, text });
  if (!opened.ok) throw new Error(opened.message);
  await replaying.advance(US - stretchOf(opened.value.world));
  replaying.record();
  const state = await replaying.advance(US);
  if (!state.ok) throw new Error(state.message);
  const digest = state.value.frame?.digest ?? "";
  const scenario = { kind: "file", name: source.name, text } as const;
  return {
    report: {
      ...{ format: REPORT_FORMAT, name: EVIL, words: EVIL, title: EVIL, lesson: null },
      run: { ...run, build: "", scenario, us: US, digest },
    },
    state: state.value,
    prices: null,
    end: null,
    lesson: null,
    address: "https://example.org/#2abc",
  };
}

describe("a report's file", () => {
  it("is the same for the same run, stands alone, and runs nothing", async () => {
    const parts = await gathered();
    const html = writeReport(parts, false);
    expect(writeReport(await gathered(), false)).toBe(html);
    expect(html).not.toContain("<img");
    // Between pointed brackets: what is typed has none.
    for (const tag of html.match(/<[a-z][^>]*>/g) ?? [])
      expect(tag).not.toMatch(/\son\w+=|^<(link|iframe|img|object)|url\((?!#)|\ssrc=/);
    expect(html).not.toContain("@import");
    expect(html.match(/<script/g)).toEqual(["<script"]);
    expect(
      html.match(/https?:\/\/[^"<\s]*/g)?.filter((to) => !/w3\.org|example\.org/.test(to)),
    ).toEqual([]);
    expect(html).toContain("default-src &#x27;none&#x27;");
    expect(html).not.toMatch(/>NaN|undefined/);
    expect(readReport(html)).toEqual({ ok: true, value: parts.report });
  });

  it("has its parts in their order, and its pictures", async () => {
    const html = writeReport(await gathered(), false);
    const heads = [...html.matchAll(/<h[12]>(.*?)<\/h[12]>/g)].map(([, text]) => text);
    expect(heads).toEqual([
      "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;",
      "In your own words",
      "What was done",
      "What happened",
      "Figures",
      "Pictures",
      "Play it again",
    ]);
    const captions = [...html.matchAll(/<caption>(.*?)<\/caption>/g)].map(([, text]) => text);
    expect(captions).toEqual([
      "Bytes between zones",
      "Bytes between zones by kind",
      "Latency by workload, ms",
      "Outcomes",
      "Run",
    ]);
    expect(html.match(/<svg/g)).toHaveLength(3);
    expect(html).toContain("Crash s1.");
  });

  it("tells no staleness while a question waits for its answer", async () => {
    const parts = await gathered();
    expect(writeReport(parts, false)).toContain(">stale</th>");
    expect(writeReport(parts, true)).not.toContain(">stale</th>");
  });

  it("has a name that every file system takes", () => {
    expect(reportFileName({ title: "What a leader is for", name: "Ada L." })).toBe(
      "raft-atlas-report-what-a-leader-is-for-ada-l.html",
    );
    expect(reportFileName({ title: "../<x>", name: "" })).toBe("raft-atlas-report-x.html");
    expect(reportFileName({ title: "X", name: "王小明 José" })).toBe(
      "raft-atlas-report-x-王小明-jose.html",
    );
    const long = reportFileName({ title: "领".repeat(200), name: "𠮷".repeat(200) });
    expect(Buffer.byteLength(long)).toBeLessThan(256);
  });
});
