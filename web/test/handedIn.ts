/** A report of a challenge as a page hands it out, made of a run of the real engine. For tests only. */

import { reportedChallenge, scoredRun } from "@/challenges/report/judging";
import type { Link } from "@/engine/workerLink";
import { type LabReport, REPORT_FORMAT } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { Replaying } from "@/session/replaying";
import { stretchOf } from "@/shell/report/runPicture";
import { writeReport } from "@/shell/report/write";

export interface Handed {
  link: Link;
  challenge: { id: string; title: string; text: string };
  /** The challenge's scenario, as a page plays it. */
  scenario: string;
  name: string;
  actions: LabReport["run"]["actions"];
  seed: number;
  build: string;
  /** The token of what it was written for. */
  assignment?: string;
}

/** The file. */
export async function handedIn(given: Handed): Promise<string> {
  const { link, challenge, scenario, name, actions, seed, build, assignment } = given;
  const source = { kind: "builtin", id: `challenge.${challenge.id}` } as const;
  const replaying = new Replaying(link, () => true);
  const run = { variant: "", seed, actions };
  const opened = await replaying.open({ ...run, source, text: scenario });
  if (!opened.ok) throw new Error(opened.message);
  const us = opened.value.world?.duration_us ?? 0;
  await replaying.advance(us - stretchOf(opened.value.world));
  replaying.record();
  const state = await replaying.advance(us);
  const scored = await scoredRun(link, challenge.text, actions);
  if (!state.ok || !scored.ok) throw new Error("not played");
  const { title } = challenge;
  const report: LabReport = {
    ...{ format: REPORT_FORMAT, name, words: "Because.", title, lesson: null },
    challenge: reportedChallenge(challenge.id, challenge, scored.value),
    ...(assignment === undefined ? {} : { assignment }),
    shown: { prices: null, hushed: false },
    run: {
      ...{ ...run, build, us, digest: state.value.frame?.digest ?? "" },
      scenario: { kind: "builtin", id: source.id, stamp: stampOf(scenario) },
    },
  };
  const parts = { report, state: state.value, prices: null, end: null, lesson: null, address: "" };
  return writeReport(parts, false);
}
