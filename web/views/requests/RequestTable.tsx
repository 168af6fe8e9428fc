/**
 * The table of requests: one row each, chosen by its button or by a click anywhere on the row.
 * Must not know what choosing does.
 */

import { cx } from "@/lib/cx";
import { formatCount, formatDuration, formatInstant } from "@/lib/units";
import type { RequestView, World } from "@/protocol/engine";
import { Explained } from "@/ui/TipArea";
import css from "./requests.module.css";
import {
  type Badge,
  latencyUs,
  nodeId,
  outcomeBadge,
  pathChips,
  pathText,
  senderText,
  verdictBadge,
  whatText,
} from "./story";

interface TableProps {
  world: World;
  requests: readonly RequestView[];
  chosenId: number | undefined;
  onChoose: (id: number) => void;
}

const HEADS: readonly { name: string; text: string }[] = [
  { name: "Request", text: "What was asked, of which key. Choose it to see its path on the map." },
  { name: "From", text: "The gateway it entered by, and the workload that sent it." },
  { name: "Mode", text: "How the read was served. Writes have no mode." },
  { name: "Outcome", text: "How it ended for the client, and why it failed." },
  {
    name: "Verdict",
    text: "Stale: it missed writes that had been acknowledged before it was sent; by how long the first of them, and how many. Judged from the clients' history alone.",
  },
  { name: "Latency", text: "From the client's call to its answer, in simulated time." },
  {
    name: "Round trips",
    text: "Round trips between zones that the answer had to wait for, one after the other.",
  },
  {
    name: "Path",
    text: "The nodes it visited, in the order of departures. ⇥ marks a hop into another zone, · a hop that ran beside the one before it.",
  },
];

export function RequestTable({ world, requests, chosenId, onChoose }: TableProps) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className="sr-only">Requests seen lately, newest first</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head.name} scope="col">
                <Explained text={head.text}>{head.name}</Explained>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Row
              key={request.id}
              world={world}
              request={request}
              chosen={request.id === chosenId}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  world: World;
  request: RequestView;
  chosen: boolean;
  onChoose: (id: number) => void;
}

function Row({ world, request, chosen, onChoose }: RowProps) {
  const latency = latencyUs(request);
  const verdict = verdictBadge(request);
  const stale = request.verdict === "stale";
  return (
    <tr
      className={cx(css.row, chosen && css.chosen, stale && css.stale)}
      onClick={() => onChoose(request.id)}
    >
      <th scope="row">
        <button
          type="button"
          className={css.choose}
          aria-pressed={chosen}
          aria-label={nameOf(request, world)}
          onClick={(event) => {
            event.stopPropagation();
            onChoose(request.id);
          }}
        >
          {whatText(request)}
        </button>
        <span className={css.when}>{formatInstant(request.invoked_us)}</span>
      </th>
      <td>
        {nodeId(world, request.node)}{" "}
        <span className={css.quiet}>{senderText(request, world)}</span>
      </td>
      <td>{request.op === "put" ? "" : modeLabel(request, world)}</td>
      <td>
        <BadgeText badge={outcomeBadge(request)} />
        {request.outcome === "ok" && <span className={css.quiet}> {request.value}</span>}
        {request.reason !== "" && <span className={css.reason}>{request.reason}</span>}
      </td>
      <td>
        {verdict === undefined ? (
          <span className={css.quiet}>none</span>
        ) : (
          <BadgeText badge={verdict} />
        )}
      </td>
      <td className={css.number}>{latency === undefined ? "–" : formatDuration(latency)}</td>
      <td className={css.number}>{formatCount(request.round_trips)}</td>
      <td>
        <Path request={request} world={world} />
      </td>
    </tr>
  );
}

function Path({ request, world }: { request: RequestView; world: World }) {
  const chips = pathChips(request, world);
  return (
    <span className={css.path}>
      <span className="sr-only">{pathText(request, world)}</span>
      {chips.map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path is a list of places in order
        <span key={index} aria-hidden className={css.step}>
          {index > 0 && (
            <span className={chip.crosses ? css.crosses : css.arrow}>
              {chip.breaks ? "·" : chip.crosses ? "⇥" : "→"}
            </span>
          )}
          <span className={css.chip}>{chip.label}</span>
        </span>
      ))}
    </span>
  );
}

function BadgeText({ badge }: { badge: Badge }) {
  return <span className={cx(css.badge, css[badge.tone])}>{badge.text}</span>;
}

function modeLabel(request: RequestView, world: World): string {
  return world.read_modes.find((mode) => mode.id === request.mode)?.label ?? request.mode;
}

/** The row in one sentence, for those who meet its button alone. */
function nameOf(request: RequestView, world: World): string {
  const verdict = verdictBadge(request)?.text;
  const parts = [
    `${whatText(request)} from ${nodeId(world, request.node)}`,
    outcomeBadge(request).text,
    ...(verdict === undefined ? [] : [verdict]),
  ];
  return `${parts.join(", ")}. Show its path`;
}
