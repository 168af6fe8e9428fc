/**
 * What the record tells of one request, for whoever shows it: while somebody does, the run is
 * recorded from the request's call on. Must not know how it is shown.
 */

import { useMemo } from "react";

import type { RequestView, World } from "@/protocol/engine";
import { usePaced } from "../paced";
import type { Tape } from "../tapeTypes";
import { useTape } from "../useTape";
import type { Segment } from "./attempt";
import { readRequests } from "./reader";
import type { RequestStory } from "./story";
import { viewOf } from "./view";

export interface Chosen {
  view: RequestView;
  /** Where its time went. */
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
  const tape = useTape(fromUs);
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

/** Several parts of the page show the same request: it is read once. */
let last: { tape: Tape; version: number; place: Place; chosen: Chosen | undefined } | undefined;

function chosenAt(tape: Tape, place: Place): Chosen | undefined {
  const { id, world, events, now_us } = place;
  const known = last;
  if (
    known?.tape === tape &&
    known.version === tape.version &&
    known.place.id === id &&
    known.place.world === world &&
    known.place.events === events &&
    known.place.now_us === now_us
  )
    return known.chosen;
  const stories = readRequests(tape.columns, world, events);
  const story = stories.find(({ asked }) => asked.id === id);
  const chosen = story && {
    view: viewOf(story, tape.columns, world, events, undefined),
    segments: story.segments(now_us),
    story,
  };
  last = { tape, version: tape.version, place, chosen };
  return chosen;
}
