/** Every request that the record of the run holds, back to a while before the list was opened. */

import { useEffect, useMemo, useState } from "react";
import { t } from "@/language/words";
import { readRequests } from "@/model/requests/reader";
import type { RequestStory } from "@/model/requests/story";
import { judged, viewOf } from "@/model/requests/view";
import { verdictKindOf } from "@/model/verdicts";
import { usePaced } from "@/session/paced";
import { sim } from "@/session/simClient";
import { useTape } from "@/session/tape/useTape";
import { Empty } from "@/ui/Empty";
import { FilterBar, type FilterBarProps } from "./FilterBar";
import { type Listed, listed } from "./listing";
import { type ListProps, RequestTable } from "./RequestTable";

/** The list reaches back so far from where it was opened. */
const BACK_US = 5_000_000;

interface Props {
  bar: Omit<FilterBarProps, "note">;
  list: ListProps;
}

export function EveryRequest({ bar, list }: Props) {
  const { world, filters, order, ...rest } = list;
  const { frame, stale } = usePaced((s) => ({ frame: s.frame, stale: s.stale }));
  const now_us = frame?.now_us ?? 0;
  const [openedUs] = useState(() => Math.max(0, now_us - BACK_US));
  const fromUs = Math.min(openedUs, filters.interval?.from_us ?? openedUs);
  const tape = useTape(Math.min(fromUs, now_us));
  useEffect(() => {
    sim.watchStale(true);
    return () => sim.watchStale(false);
  }, []);
  const events = frame?.events ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tape's arrays change with its version
  const stories = useMemo(
    () => (tape === null ? [] : readRequests(tape.columns, world, events)),
    [tape?.version, world, events],
  );
  const judged = useMemo(() => new Map(stale?.map((read) => [read.request, read])), [stale]);
  const byId = useMemo(() => new Map(stories.map((story) => [story.asked.id, story])), [stories]);
  // What is part of another request is told with that.
  const whole = stories.filter(({ asked }) => asked.parent === 0);
  const all = whole.map((story) => listedOfStory(story, judged.has(story.asked.id)));
  const shown = listed(all, filters, order);
  const note =
    tape === null
      ? t("Recording…")
      : sinceText({ shown: shown.length, all: all.length }, tape.fromUs);
  return (
    <>
      <FilterBar {...bar} note={note} />
      {shown.length === 0 ? (
        <Empty>{t("No recorded request passes the filters.")}</Empty>
      ) : (
        <RequestTable
          {...rest}
          world={world}
          order={order}
          requests={shown}
          viewOf={({ id }) => {
            const story = byId.get(id);
            if (story === undefined || tape === null) return undefined;
            return viewOf(story, tape.columns, world, events, judged.get(id));
          }}
        />
      )}
    </>
  );
}

function sinceText(counts: { shown: number; all: number }, us: number): string {
  return us === 0
    ? t("{shown} of {all} since the start", { ...counts })
    : t("{shown} of {all} since {from}", { ...counts, from: `${(us / 1_000_000).toFixed(2)} s` });
}

function listedOfStory(story: RequestStory, isStale: boolean): Listed {
  const { asked, outcome, latency_us } = story;
  return {
    id: asked.id,
    invoked_us: asked.at_us,
    latency_us,
    outcome,
    verdict: verdictKindOf({ op: asked.op, outcome, verdict: judged(story, isStale) }),
    workload: asked.workload,
  };
}
