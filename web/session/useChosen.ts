/** What the record tells of one request; while it is shown the run is recorded. */

import { useMemo } from "react";

import type { RequestView, World } from "@/engine/types";
import type { Segment } from "@/model/requests/attempt";
import { readRequests } from "@/model/requests/reader";
import type { RequestStory } from "@/model/requests/story";
import { viewOf } from "@/model/requests/view";
import { usePaced } from "./paced";
import type { Tape } from "./tape/tapeTypes";
import { useTape } from "./tape/useTape";

export interface Chosen {
  view: RequestView;
  segments: Segment[];
  story: RequestStory;
}

/** `fromUs`: when it was sent, as far as that is known. */
export function useChosen(
  id: number,
  world: World,
  fromUs: number | undefined,
): Chosen | undefined {
  const frame = usePaced((s) => s.frame);
  // A record that begins at the very instant may lack what happened in it before.
  const tape = useTape(fromUs === undefined ? undefined : Math.max(0, fromUs - 1));
  const events = frame?.events ?? 0;
  const now_us = frame?.now_us ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tape's arrays change with its version
  return useMemo(
    () => (tape === null ? undefined : chosenAt(tape, { id, world, events, now_us })),
    [tape?.version, world, events, now_us, id],
  );
}

interface Place {
  id: number;
  world: World;
  events: number;
  now_us: number;
}

interface Read {
  tape: Tape;
  world: World;
  events: number;
  stories: ReadonlyMap<number, RequestStory>;
  chosen: Map<number, { now_us: number; chosen: Chosen }>;
}

/** Several parts of the page show requests of one record: it is read once. */
let last: Read | undefined;

function readAt(tape: Tape, { world, events }: Place): Read {
  // A tape that changed is another object.
  if (last?.tape === tape && last.world === world && last.events === events) return last;
  const stories = readRequests(tape.columns, world, events);
  const byId = new Map(stories.map((story) => [story.asked.id, story]));
  last = { tape, world, events, stories: byId, chosen: new Map() };
  return last;
}

function chosenAt(tape: Tape, place: Place): Chosen | undefined {
  const { id, world, events, now_us } = place;
  const read = readAt(tape, place);
  const known = read.chosen.get(id);
  if (known?.now_us === now_us) return known.chosen;
  const story = read.stories.get(id);
  if (story === undefined) return undefined;
  const chosen = {
    view: viewOf(story, tape.columns, world, events, undefined),
    segments: story.segments(now_us),
    story,
  };
  read.chosen.set(id, { now_us, chosen });
  return chosen;
}
