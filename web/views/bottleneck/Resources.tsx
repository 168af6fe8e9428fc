/** Every resource by how much of it is used, and the one that limits. */

import { useState } from "react";
import type { Frame, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { formatDuration, formatPpm } from "@/model/units";
import {
  type Group,
  groups,
  type Littles,
  limitSentences,
  littles,
  littleText,
  othersText,
  resourceName,
  type Used,
  usedResources,
} from "@/model/used";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import css from "./bottleneck.module.css";

export function Resources({ world, frame }: { world: World; frame: Frame }) {
  const [first, ...rest] = limitSentences(world, frame);
  const used = usedResources(world, frame);
  return (
    <>
      <div className={css.head}>
        <p className={css.limit} data-limits={frame.limit?.limits ?? false}>
          {first}
        </p>
        {rest.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <LittlesLaw loads={littles(world, frame)} />
      </div>
      {used.length > 0 && <ResourceTable used={used} limiting={frame.limit?.resource ?? -1} />}
    </>
  );
}

function LittlesLaw({ loads }: { loads: readonly Littles[] }) {
  return loads.map((load) => (
    <p key={load.id} className="quiet">
      <Explained
        text={t(
          "Little’s law: requests in flight are their rate times how long each takes. With a fixed number of clients, a slower answer means a lower rate.",
        )}
      >
        {load.id}
      </Explained>{" "}
      {littleText(load)}
    </p>
  ));
}

function ResourceTable({ used, limiting }: { used: readonly Used[]; limiting: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Resources, the busiest first")} tabIndex={0}>
      <Table
        rows="dense"
        words
        edges
        className={css.table}
        heads={[
          t("Resource"),
          {
            name: t("Used"),
            text: t(
              "Share of its time that it was busy over the last second, or since the first request, all its cores together. From 90 % on, what comes waits ten times as long as it is served, or longer.",
            ),
          },
          { name: t("Queue"), text: t("How long what comes now waits before it is served.") },
          t("Size"),
        ]}
      >
        <tbody>
          {groups(used).map((group) => (
            <GroupRows key={group.first.info.kind} group={group} limiting={limiting} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** The busiest of a kind; the others when they are asked for. */
function GroupRows({ group, limiting }: { group: Group; limiting: number }) {
  const [open, setOpen] = useState(false);
  const { first, others } = group;
  const row = (one: Used) => (
    <Row key={one.info.index} one={one} isFirst={one.info.index === limiting} />
  );
  if (others.length === 0) return row(first);
  return (
    <>
      {row(first)}
      <tr>
        <td colSpan={4} className={css.others}>
          <button
            type="button"
            className="word"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {othersText(others)}
          </button>
        </td>
      </tr>
      {open && others.map(row)}
    </>
  );
}

function Row({ one, isFirst }: { one: Used; isFirst: boolean }) {
  const { info, usedPpm, queuedUs, servers } = one;
  const isFull = useSim(({ world }) => world !== null && usedPpm >= world.full_ppm);
  const node = info.node;
  const name = resourceName(info);
  return (
    <tr className={css.row} data-first={isFirst} data-resource={info.id}>
      <th scope="row" data-tip={translate(info.text)}>
        {node === null ? (
          name
        ) : (
          <button type="button" className="word" onClick={() => sim.select({ node })}>
            {name}
          </button>
        )}
      </th>
      <td>
        <span className="row full-width">
          <span className={css.bar} data-full={isFull}>
            <span style={{ width: `${usedPpm / 10_000}%` }} />
          </span>
          {formatPpm(usedPpm)}
        </span>
      </td>
      <td>{queuedUs > 0 ? formatDuration(queuedUs) : t("none")}</td>
      <td>
        {info.kind === "link-bandwidth"
          ? t("1 line")
          : t("{n, plural, one {# core} other {# cores}}", { n: servers })}
      </td>
    </tr>
  );
}
