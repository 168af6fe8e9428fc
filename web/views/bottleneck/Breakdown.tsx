/** Where the time of requests goes, as stacked bars: the mean, and the 99th percentile. */

import { useMemo, useState } from "react";
import type { Frame, Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { readRequests } from "@/model/requests/reader";
import { nodeId } from "@/model/requests/words";
import { formatDuration, formatShare } from "@/model/units";
import { usePaced } from "@/session/paced";
import { sim } from "@/session/simClient";
import { useTape } from "@/session/tape/useTape";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import css from "./bottleneck.module.css";
import { breakdownOf, type Part, partName, partNote, partRole } from "./breakdown";

/** The bars speak of requests of this long before they were opened, and of all since. */
const BACK_US = 200_000;

export function Breakdown({ world }: { world: World; frame: Frame }) {
  const frame = usePaced((state) => state.frame);
  const now_us = frame?.now_us ?? 0;
  const [openedUs] = useState(() => Math.max(0, now_us - BACK_US));
  const tape = useTape(Math.min(openedUs, now_us));
  const events = frame?.events ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tape's arrays change with its version
  const found = useMemo(
    () =>
      tape === null || frame === null
        ? undefined
        : breakdownOf(readRequests(tape.columns, world, events), world, frame),
    [tape?.version, world, events],
  );
  if (found === undefined) {
    return (
      <Empty>
        {tape === null
          ? t("Recording…")
          : t("No request was answered since the record began. Keep playing.")}
      </Empty>
    );
  }
  const { count, mean, mean_us, tail } = found;
  const whole_us = Math.max(mean_us, tail?.us ?? 0, 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Where the time goes")} tabIndex={0}>
      <div className={css.head}>
        <p>
          {t(
            "{n, plural, one {# answered request} other {# answered requests}} of the record. Both bars are on one scale; point at a part to see its place on the map.",
            { n: count },
          )}
        </p>
      </div>
      <Bar title={t("Mean request")} us={mean_us} whole_us={whole_us} parts={mean} world={world} />
      {tail !== undefined && (
        <>
          <Bar
            title={t("P99 request")}
            us={tail.us}
            whole_us={whole_us}
            parts={tail.parts}
            world={world}
          />
          <div className={css.controls}>
            <Button small onClick={() => sim.select({ request: tail.request })}>
              {t("Open the P99 request, r{request}", { request: tail.request })}
            </Button>
          </div>
        </>
      )}
      <Legend mean={mean} tail={tail?.parts ?? []} />
    </section>
  );
}

interface BarProps {
  title: string;
  us: number;
  whole_us: number;
  parts: readonly Part[];
  world: World;
}

function Bar({ title, us, whole_us, parts, world }: BarProps) {
  return (
    <div className="strip">
      <span>{t("{title}, {time}", { title, time: formatDuration(Math.round(us)) })}</span>
      <div className={css.flame} style={{ width: `${(us / whole_us) * 100}%` }}>
        {parts.map((part) => (
          <button
            key={part.kind}
            type="button"
            className={css.flamePart}
            aria-label={partText(part, us, world)}
            data-tip={t("{part}. {note}", {
              part: partText(part, us, world),
              note: partNote(part.kind),
            })}
            data-part={part.kind}
            style={{
              flexGrow: part.us,
              background: `var(--${partRole(part.kind)})`,
            }}
            onPointerEnter={() => sim.hover(placeOf(part, world))}
            onPointerLeave={() => sim.hover(null)}
            onFocus={() => sim.hover(placeOf(part, world))}
            onBlur={() => sim.hover(null)}
            onClick={() => sim.select({ node: part.node })}
          />
        ))}
      </div>
    </div>
  );
}

/** "store queue at s1, 3 ms, 40 %". */
function partText({ kind, us, node, sender }: Part, whole: number, world: World): string {
  const values = {
    part: partName(kind),
    node: nodeId(world, node),
    time: formatDuration(Math.round(us)),
    share: formatShare(us / Math.max(1, whole)),
  };
  return sender === undefined
    ? t("{part} at {node}, {time}, {share}", values)
    : t("{part} {sender} to {node}, {time}, {share}", { ...values, sender: nodeId(world, sender) });
}

function placeOf({ node, sender }: Part, world: World): Target {
  const [from, to] = [sender, node].map((at) => world.nodes[at ?? node]?.zone ?? 0);
  if (sender !== undefined && from !== undefined && to !== undefined && from !== to) {
    return { link: { from, to } };
  }
  return { node };
}

function Legend({ mean, tail }: { mean: readonly Part[]; tail: readonly Part[] }) {
  const kinds = [...new Set([...mean, ...tail].map(({ kind }) => kind))];
  const usOf = (parts: readonly Part[], kind: Part["kind"]): string => {
    const us = parts.find((part) => part.kind === kind)?.us;
    return us === undefined ? "–" : formatDuration(Math.round(us));
  };
  return (
    <Table
      rows="dense"
      words
      edges
      className={css.table}
      caption={t("Where the time goes")}
      heads={[t("Part"), t("Mean"), t("P99 request")]}
    >
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className={css.row} data-part={kind}>
            <th scope="row">
              <i className={css.swatch} style={{ background: `var(--${partRole(kind)})` }} />
              <Explained text={partNote(kind)}>{partName(kind)}</Explained>
            </th>
            <td>{usOf(mean, kind)}</td>
            <td>{usOf(tail, kind)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
