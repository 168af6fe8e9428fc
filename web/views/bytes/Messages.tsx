/** The messages of one write from top to bottom, each an arrow between nodes' lines. */

import type { World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { kindColor } from "@/model/kinds";
import { type Crossing, shareOf, type WriteTraffic } from "@/model/requests/writeTraffic";
import { formatBytes, formatDuration } from "@/model/units";
import { sim } from "@/session/simClient";
import { cx } from "@/ui/cx";
import { Table } from "@/ui/Table";
import { useRoving } from "@/ui/useRoving";
import { SAVERS } from "./savers";
import css from "./writes.module.css";

const LANE = 44;
const ROW = 24;
const HEAD = 34;

export function Messages({ write, world }: { write: WriteTraffic; world: World }) {
  const { crossings, story } = write;
  const roving = useRoving(crossings.length);
  const columns = columnsOf(crossings, world, LANE);
  const hasSaved = crossings.some(({ crosses, saved }) => crosses && saved.length > 0);
  const most = Math.max(1, ...crossings.map(shareOf));
  return (
    <Table
      rows="target"
      className={css.messages}
      caption={t("Messages in the order in which they left")}
    >
      <thead>
        <tr>
          <th scope="col">{t("after")}</th>
          <th scope="col" className={css.way}>
            <span className="sr-only">{t("way")}</span>
            <Head columns={columns} world={world} />
          </th>
          <th scope="col" className={css.word}>
            {t("message")}
          </th>
          <th scope="col">{t("this write's bytes")}</th>
          {hasSaved && (
            <th scope="col" className={css.word}>
              {t("not sent")}
            </th>
          )}
        </tr>
      </thead>
      <tbody {...roving.group}>
        {crossings.map((crossing, place) => (
          <tr key={crossing.flight} className={cx(!crossing.crosses && css.inside)}>
            <td>+{formatDuration(crossing.at_us - story.asked.at_us)}</td>
            <td className={css.way}>
              <Arrow crossing={crossing} columns={columns} world={world} most={most} />
            </td>
            <th scope="row" className={css.word}>
              <button
                type="button"
                className={css.pick}
                tabIndex={roving.tabIndexOf(place)}
                onClick={() => sim.select({ message: crossing.flight })}
              >
                {wordsOf(crossing, world)}
              </button>
            </th>
            <td>{bytesText(crossing)}</td>
            {hasSaved && <td className={css.word}>{savedText(crossing)}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface PictureProps {
  columns: Columns;
  world: World;
}

function Head({ columns, world }: PictureProps) {
  return (
    <svg width={columns.width} height={HEAD} aria-hidden className={css.head}>
      {columns.zones.map(({ zone, x, width }) => (
        <g key={zone}>
          <rect className={css.zone} x={x} y={0} width={width} height={HEAD} />
          <text x={x + width / 2} y={12}>
            {world.zones[zone]?.id}
          </text>
        </g>
      ))}
      {columns.nodes.map(({ node, x }) => (
        <text key={node} x={x} y={28} className={css.node}>
          {world.nodes[node]?.id}
        </text>
      ))}
    </svg>
  );
}

interface ArrowProps extends PictureProps {
  crossing: Crossing;
  most: number;
}

const THICK = 6;

function Arrow({ crossing, columns, world, most }: ArrowProps) {
  const from = columns.xOf(crossing.from);
  const to = columns.xOf(crossing.to);
  const kind = world.message_types[crossing.type]?.kind ?? 0;
  const colour = crossing.crosses ? kindColor(world.kinds[kind]?.id ?? "") : "var(--ink3)";
  const thick = crossing.crosses ? 1.5 + (THICK * shareOf(crossing)) / most : 1;
  const tip = to > from ? -7 : 7;
  const middle = ROW / 2;
  const end = crossing.arrives ? to : (from + to) / 2;
  return (
    <svg width={columns.width} height={ROW} aria-hidden>
      {columns.zones.map(({ zone, x, width }) => (
        <rect key={zone} className={css.zone} x={x} y={0} width={width} height={ROW} />
      ))}
      {columns.nodes.map(({ node, x }) => (
        <line key={node} className={css.life} x1={x} x2={x} y1={0} y2={ROW} />
      ))}
      <line
        x1={from}
        x2={end + tip * 0.8}
        y1={middle}
        y2={middle}
        stroke={colour}
        strokeWidth={thick}
      />
      {crossing.arrives ? (
        <path d={`M${to} ${middle}l${tip} ${-5}v10z`} fill={colour} />
      ) : (
        <path d={`M${end - 4} ${middle - 4}l8 8m0 -8l-8 8`} stroke="var(--bad)" strokeWidth={1.5} />
      )}
    </svg>
  );
}

function wordsOf({ type, from, to, crosses, arrives }: Crossing, world: World): string {
  const values = {
    label: translate(world.message_types[type]?.label ?? "message"),
    way: `${world.nodes[from]?.id} → ${world.nodes[to]?.id}`,
  };
  if (crosses)
    return arrives ? t("{label}, {way}", values) : t("{label}, {way}, never arrived", values);
  return arrives
    ? t("{label}, {way}, inside a zone", values)
    : t("{label}, {way}, inside a zone, never arrived", values);
}

function bytesText(crossing: Crossing): string {
  const share = formatBytes(shareOf(crossing));
  const { sharers, bytes } = crossing;
  return sharers === 1
    ? share
    : t("{share} of {bytes}, shared by {sharers}", { share, bytes: formatBytes(bytes), sharers });
}

function savedText({ saved, sharers, crosses }: Crossing): string {
  if (!crosses) return "";
  return saved
    .map(({ by, bytes }) =>
      t("{bytes}: {saver}", {
        bytes: formatBytes(bytes / sharers),
        saver: t(SAVERS[by] ?? msg("a feature")),
      }),
    )
    .join(t("; "));
}

interface Placed {
  readonly nodes: readonly { readonly zone: number }[];
}

interface Columns {
  width: number;
  zones: { zone: number; x: number; width: number }[];
  nodes: { node: number; x: number }[];
  xOf(node: number): number;
}

const GAP = 6;

/** Columns of one width, for the nodes that send or receive. */
function columnsOf(
  messages: readonly { readonly from: number; readonly to: number }[],
  world: Placed,
  lane: number,
): Columns {
  const seen = new Set(messages.flatMap(({ from, to }) => [from, to]));
  const zoneOf = (node: number): number => world.nodes[node]?.zone ?? 0;
  const order = [...seen].sort((a, b) => zoneOf(a) - zoneOf(b) || a - b);
  const zones: Columns["zones"] = [];
  const nodes: Columns["nodes"] = [];
  let x = 0;
  for (const node of order) {
    const zone = zoneOf(node);
    const last = zones.at(-1);
    if (last?.zone === zone) {
      last.width += lane;
    } else {
      if (last !== undefined) x += GAP;
      zones.push({ zone, x, width: lane });
    }
    nodes.push({ node, x: x + lane / 2 });
    x += lane;
  }
  const places = new Map(nodes.map((placed) => [placed.node, placed.x]));
  return { width: x, zones, nodes, xOf: (node) => places.get(node) ?? 0 };
}
