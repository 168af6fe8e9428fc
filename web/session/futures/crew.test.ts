import { expect, it } from "vitest";

import type { FuturesReply, LensCommand, LensReply, PlayedFuture } from "@/engine/lens";
import type { LensLike } from "../advice/pool";
import { Crew, Ended, jobsOf } from "./crew";

const RUN = {
  run: { scenario: "{}", variant: "", seed: 1, actions: [] },
  of: [],
  endUs: 9,
  range: 0,
  figures: [],
};

/** Of this a future is made of: where it begins, and its number. */
function future(atUs: number, stream: number): PlayedFuture {
  return { stream, digest: `${atUs} ${stream}` } as PlayedFuture;
}

/** Answers in the order in which it was asked, and notes what it took up. */
class Fake implements LensLike {
  onmessage: LensLike["onmessage"] = null;
  onerror: LensLike["onerror"] = null;
  isOver = false;
  readonly asked: LensCommand["type"][] = [];

  postMessage(command: LensCommand): void {
    this.asked.push(command.type);
    const data = replyTo(command);
    queueMicrotask(() => this.onmessage?.({ data } as MessageEvent<LensReply>));
  }

  terminate(): void {
    this.isOver = true;
  }
}

function replyTo(command: LensCommand): FuturesReply | { type: "failed"; message: string } {
  if (command.type === "futures") return { type: "asked", outcomes: [{ id: "a", text: "A" }] };
  if (command.type !== "play") return { type: "failed", message: "no" };
  return { type: "played", played: command.streams.map((one) => future(command.atUs, one)) };
}

function crewOf(workers: number) {
  const started: Fake[] = [];
  const start = (): Fake => {
    const fake = new Fake();
    started.push(fake);
    return fake;
  };
  return { started, crew: new Crew(RUN, { workers, start }) };
}

it("has the same answer for any number of workers", async () => {
  const jobs = [...jobsOf(0, 5, 30), ...jobsOf(0, 7, 30)];
  const answers = await Promise.all(
    [1, 2, 7].map(async (workers) => {
      const { crew, started } = crewOf(workers);
      const played = await crew.play(jobs, () => {});
      expect(started).toHaveLength(workers);
      // Each takes the run up once.
      for (const { asked } of started)
        expect(asked.filter((type) => type === "futures")).toHaveLength(1);
      crew.end();
      expect(started.every(({ isOver }) => isOver)).toBe(true);
      return played.flat().map(({ digest }) => digest);
    }),
  );
  const expected = [5, 7].flatMap((atUs) =>
    Array.from({ length: 30 }, (_, place) => `${atUs} ${place + 1}`),
  );
  for (const answer of answers) expect(answer).toEqual(expected);
});

it("plays each number once", () => {
  const streams = jobsOf(0, 0, 201).flatMap((job) => job.streams);
  expect(streams).toEqual(Array.from({ length: 201 }, (_, place) => place + 1));
});

it("says that it was ended, and why it could not go on", async () => {
  const { crew } = crewOf(1);
  await expect(crew.own(0)).rejects.toThrow("no");
  const playing = crew.play(jobsOf(0, 0, 100), () => crew.end());
  await expect(playing).rejects.toThrow(Ended);
});
