/**
 * The chosen request's waterfall. While it is open the run is recorded from the request's call on.
 * Must not know how the record is made.
 */

import { useMemo } from "react";

import type { RequestView, World } from "@/protocol/engine";
import { usePaced } from "@/store/paced";
import { readRequests } from "@/store/requests/reader";
import { viewOf } from "@/store/requests/view";
import { useTape } from "@/store/useTape";
import { WaterfallView } from "./WaterfallView";

interface Props {
  id: number;
  world: World;
  /** What the engine tells of it, if it does. */
  known: RequestView | undefined;
}

export function ChosenRequest({ id, world, known }: Props) {
  const frame = usePaced((s) => s.frame);
  const tape = useTape(known?.invoked_us);
  const events = frame?.events ?? 0;
  const now_us = frame?.now_us ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tape's arrays change with its version
  const told = useMemo(() => {
    if (tape === null) return undefined;
    const stories = readRequests(tape.columns, world, events);
    const story = stories.find(({ asked }) => asked.id === id);
    if (story === undefined) return undefined;
    const segments = story.segments(now_us);
    const view = viewOf(story, tape.columns, world, events, undefined);
    return { view, segments, story };
  }, [tape?.version, world, events, now_us, id]);
  const request = told?.view ?? known;
  if (request === undefined) return null;
  return (
    <WaterfallView
      request={request}
      segments={told?.segments ?? []}
      story={told?.story}
      world={world}
      now_us={now_us}
    />
  );
}
