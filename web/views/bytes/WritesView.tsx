/** One write, message by message; while it is open the run is recorded. */

import { useEffect, useMemo, useState } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { listOf } from "@/language/written";
import { readRequests } from "@/model/requests/reader";
import {
  bytesBetweenZones,
  readWriteTraffic,
  savedBetweenZones,
  type WriteTraffic,
} from "@/model/requests/writeTraffic";
import { formatBytes, formatDuration, formatInstant } from "@/model/units";
import { usePaced } from "@/session/paced";
import { pageStore, usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useTape } from "@/session/tape/useTape";
import { cx } from "@/ui/cx";
import { Empty } from "@/ui/Empty";
import { Table } from "@/ui/Table";
import { useRoving } from "@/ui/useRoving";
import { Messages } from "./Messages";
import { SAVERS } from "./savers";
import css from "./writes.module.css";

/** The list reaches back so far from where it was opened. */
const BACK_US = 3_000_000;
const ROWS_MAX = 40;

export function WritesView() {
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const selection = usePage((page) => page.selection);
  const playing = usePaced((state) => state.playing);
  const now_us = frame?.now_us ?? 0;
  const events = frame?.events ?? 0;
  const [fromUs] = useState(() => Math.max(0, now_us - BACK_US));
  const tape = useTape(Math.min(fromUs, now_us));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tape's arrays change with its version
  const writes = useMemo(() => {
    if (tape === null || world === null) return [];
    const stories = readRequests(tape.columns, world, events);
    return readWriteTraffic(tape.columns, world, stories, events);
  }, [tape?.version, world, events]);
  if (world === null || frame === null) return null;
  const answered = writes.filter(({ story }) => story.outcome === "ok");
  const newest = writes.slice(-ROWS_MAX).reverse();
  const chosenId = selection !== null && "request" in selection ? selection.request : undefined;
  // Until somebody chooses, the newest one that is through.
  const chosen = writes.find(({ story }) => story.asked.id === chosenId) ?? answered.at(-1);
  if (chosen === undefined) {
    return (
      <Empty>
        {tape === null
          ? t("Recording…")
          : playing
            ? t("No write yet. Wait for one, or send a put from a gateway.")
            : t("No write yet. Play, or send a put from a gateway.")}
      </Empty>
    );
  }
  return (
    <div className={css.writes}>
      <Following request={chosen.story.asked.id} />
      <div className={css.side}>
        <p className={css.mean}>{meanText(answered)}</p>
        <WriteList
          writes={newest.includes(chosen) ? newest : [chosen, ...newest]}
          chosen={chosen}
        />
      </div>
      <Chosen write={chosen} world={world} />
    </div>
  );
}

/** The map shows where the write went that is told of here. */
function Following({ request }: { request: number }) {
  useEffect(() => pageStore.follow(request), [request]);
  useEffect(() => () => pageStore.follow(null), []);
  return null;
}

function WriteList({ writes, chosen }: { writes: readonly WriteTraffic[]; chosen: WriteTraffic }) {
  const roving = useRoving(writes.length);
  const hasSaved = writes.some((write) => savedBetweenZones(write) > 0);
  return (
    <Table
      rows="target"
      className={css.list}
      caption={t("Writes, newest first")}
      heads={[t("Write"), t("at"), t("crossings"), t("between zones"), hasSaved && t("not sent")]}
    >
      <tbody {...roving.group}>
        {writes.map((write, place) => {
          const { asked } = write.story;
          const isChosen = write === chosen;
          const saved = savedBetweenZones(write);
          return (
            <tr key={asked.id} className={cx(isChosen && "lit")}>
              <th scope="row">
                <button
                  type="button"
                  className={css.pick}
                  tabIndex={roving.tabIndexOf(place)}
                  aria-pressed={isChosen}
                  onClick={() => sim.select({ request: asked.id })}
                >
                  {t("put k{key}", { key: asked.key })}
                </button>
              </th>
              <td>{formatInstant(asked.at_us)}</td>
              <td>{write.crossings.filter(({ crosses }) => crosses).length}</td>
              <td>{formatBytes(bytesBetweenZones(write))}</td>
              {hasSaved && <td>{saved > 0 ? formatBytes(saved) : "·"}</td>}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Chosen({ write, world }: { write: WriteTraffic; world: World }) {
  const { story, crossings } = write;
  const across = crossings.filter(({ crosses }) => crosses).length;
  const saved = savedBetweenZones(write);
  const values = {
    key: story.asked.key,
    n: across,
    bytes: formatBytes(bytesBetweenZones(write)),
    took: formatDuration(story.latency_us),
  };
  return (
    <section
      className={css.chosenWrite}
      aria-label={t("Messages of put k{key}", { key: story.asked.key })}
    >
      <h2 className={css.title}>
        {story.latency_us < 0
          ? t(
              "put k{key}: {n, plural, one {# message} other {# messages}} between zones, {bytes}, not answered yet",
              values,
            )
          : t(
              "put k{key}: {n, plural, one {# message} other {# messages}} between zones, {bytes}, in {took}",
              values,
            )}
      </h2>
      {saved > 0 && (
        <p className={css.saved} data-testid="write-saved">
          {t("{saved} more would have crossed without {savers}.", {
            saved: formatBytes(saved),
            savers: savers(write),
          })}
        </p>
      )}
      <Messages write={write} world={world} />
    </section>
  );
}

function savers(write: WriteTraffic): string {
  const names = SAVERS.filter((_, by) => savedBetweenZones(write, by) > 0).map((name) => t(name));
  return names.length === 0 ? t("a feature") : listOf(names);
}

function meanText(answered: readonly WriteTraffic[]): string {
  if (answered.length === 0) return t("None of these writes is answered yet.");
  const mean = (of: (write: WriteTraffic) => number): number =>
    answered.reduce((sum, write) => sum + of(write), 0) / answered.length;
  const saved = mean((write) => savedBetweenZones(write));
  const values = {
    n: answered.length,
    bytes: formatBytes(mean(bytesBetweenZones)),
    saved: formatBytes(saved),
  };
  return saved > 0
    ? t(
        "Mean of {n, plural, one {# answered write} other {# answered writes}}: {bytes} between zones. {saved} a write were not sent.",
        values,
      )
    : t(
        "Mean of {n, plural, one {# answered write} other {# answered writes}}: {bytes} between zones.",
        values,
      );
}
