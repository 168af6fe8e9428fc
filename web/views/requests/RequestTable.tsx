/** The table of requests: one row each, chosen by its button or by a click anywhere on the row. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { RequestView, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { OP_INFO } from "@/model/ops";
import { nodeId, whatText } from "@/model/requests/words";
import { targetKey } from "@/model/targets";
import { formatCount, formatDuration, formatInstant } from "@/model/units";
import { type ReadVerdict, VERDICT_SHAPES, verdictOf } from "@/model/verdicts";
import { usePage } from "@/session/pageStore";
import { useTypeScale } from "@/session/typeScale";
import { Badge as VerdictBadge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { placeAfter } from "@/ui/useRoving";
import type { Filters, Listed, Order } from "./listing";
import css from "./requests.module.css";
import { type Badge, latencyUs, outcomeBadge, pathChips, pathText, senderText } from "./story";

interface TableProps {
  world: World;
  requests: readonly Listed[];
  /** All of a request, for the rows in sight. */
  viewOf: (request: Listed) => RequestView | undefined;
  chosenId: number | undefined;
  onChoose: (id: number) => void;
  /** null: at none any more. */
  onPoint: (id: number | null) => void;
  order: Order;
  onOrder: (order: Order) => void;
}

/** A list from which a table is made: what it is narrowed to, and all but the requests. */
export interface ListProps extends Omit<TableProps, "requests" | "viewOf"> {
  filters: Filters;
}

/** Height of a row and of the head, in pixels. */
const ROW = 41;
const HEAD = 24;

const HEADS: readonly { name: string; text: string; order?: Order }[] = [
  {
    name: msg("Request"),
    text: msg("What was asked, of which key, and when. Choose one to see its path on the map."),
    order: "newest",
  },
  { name: msg("From"), text: msg("The gateway it entered by, and the workload that sent it.") },
  { name: msg("Mode"), text: msg("How the read was served. Writes have no mode.") },
  { name: msg("Outcome"), text: msg("How it ended for the client, and why it failed.") },
  {
    name: msg("Verdict"),
    text: msg(
      "Judged from the clients’ history alone: linearizable, which writes it missed, or refused.",
    ),
  },
  {
    name: msg("Latency"),
    text: msg("From the client's call to its answer, in simulated time."),
    order: "slowest",
  },
  {
    name: msg("Round trips"),
    text: msg("Sequential round trips between zones that the answer waited for."),
  },
  {
    name: msg("Path"),
    text: msg(
      "The nodes it visited, in the order of departures. ⇥ marks a hop into another zone, · a hop in parallel with the one before it.",
    ),
  },
];

export function RequestTable(props: TableProps) {
  const { world, requests, viewOf, chosenId, onChoose, onPoint, order, onOrder } = props;
  const box = useRef<HTMLDivElement>(null);
  const scale = useTypeScale();
  const height = ROW * scale;
  const list = useVirtualizer({
    count: requests.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    // The head stays over the rows.
    scrollPaddingStart: HEAD * scale,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => list.measure(), [list, height]);
  const rows = list.getVirtualItems();
  const drawn = rows.flatMap(({ index }) => {
    const listed = requests[index];
    const request = listed === undefined ? undefined : viewOf(listed);
    return request === undefined ? [] : { request, index };
  });
  const place = requests.findIndex((request) => request.id === chosenId);
  // What is chosen elsewhere comes into sight; a list that grows does not pull it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list
  useEffect(() => {
    if (place >= 0) list.scrollToIndex(place);
  }, [chosenId, order]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its rows' buttons have the focus
    <div ref={box} className={css.scroll} onKeyDown={moveFocus}>
      <Table
        rows="dense"
        words
        edges
        className={css.table}
        aria-rowcount={requests.length + 1}
        caption={t("Requests")}
      >
        <thead>
          <tr aria-rowindex={1}>
            {HEADS.map((head) => (
              <th
                key={head.name}
                scope="col"
                aria-sort={head.order === order ? "descending" : undefined}
              >
                {head.order === undefined ? (
                  <Explained text={t(head.text)}>{t(head.name)}</Explained>
                ) : (
                  <button
                    type="button"
                    className={css.sort}
                    data-tip={t(head.text)}
                    onClick={() => onOrder(head.order ?? "newest")}
                  >
                    {t(head.name)}
                    {head.order === order ? " ↓" : ""}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Room height={rows[0]?.start ?? 0} />
          {drawn.map(({ request, index }) => (
            <Row
              key={request.id}
              index={index}
              world={world}
              request={request}
              chosen={request.id === chosenId}
              height={height}
              onChoose={onChoose}
              onPoint={onPoint}
            />
          ))}
          <Room height={list.getTotalSize() - (rows.at(-1)?.end ?? 0)} />
        </tbody>
      </Table>
    </div>
  );
}

/** Stands for the rows that are out of sight. */
function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={HEADS.length} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** Up and down go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("tbody button")];
  const at = buttons.indexOf(event.target as HTMLElement);
  const to = at < 0 ? undefined : placeAfter(event.key, at, buttons.length, 1);
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

interface RowProps {
  /** In the whole list, from 0. */
  index: number;
  world: World;
  request: RequestView;
  chosen: boolean;
  height: number;
  onChoose: (id: number) => void;
  onPoint: (id: number | null) => void;
}

function Row({ index, world, request, chosen, height, onChoose, onPoint }: RowProps) {
  const latency = latencyUs(request);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const verdict = hideVerdicts ? undefined : verdictOf(request);
  return (
    <tr
      aria-rowindex={index + 2}
      className={cx(css.row, chosen && css.chosen)}
      style={{ height }}
      data-request={request.id}
      onClick={() => onChoose(request.id)}
      onPointerEnter={() => onPoint(request.id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(request.id)}
      onBlur={() => onPoint(null)}
    >
      <th scope="row">
        <button
          type="button"
          className={css.choose}
          data-target={targetKey({ request: request.id })}
          aria-pressed={chosen}
          aria-label={nameOf(request, world, verdict)}
          onClick={(event) => {
            event.stopPropagation();
            onChoose(request.id);
          }}
        >
          {whatText(request)}
        </button>
        <span className="quiet">{formatInstant(request.invoked_us)}</span>
      </th>
      <td>
        {nodeId(world, request.node)} <span className="quiet">{senderText(request, world)}</span>
      </td>
      <td>{OP_INFO[request.op].reads ? modeLabel(request, world) : ""}</td>
      <td>
        <BadgeText badge={outcomeBadge(request)} />
        {request.outcome === "ok" && <span className="quiet"> {request.value}</span>}
        {request.reason !== "" && (
          <span className={css.reason} data-tip={request.reason}>
            {request.reason}
          </span>
        )}
      </td>
      <td>
        {verdict === undefined ? (
          <span className="quiet">{t("none")}</span>
        ) : (
          <VerdictBadge shape={VERDICT_SHAPES[verdict.kind]} tip={verdict.note}>
            {verdict.text}
          </VerdictBadge>
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
  return translate(world.read_modes.find(({ id }) => id === request.mode)?.label ?? request.mode);
}

/** The row in one sentence, for those who meet its button alone. */
function nameOf(request: RequestView, world: World, verdict: ReadVerdict | undefined): string {
  const values = {
    what: whatText(request),
    node: nodeId(world, request.node),
    outcome: outcomeBadge(request).text,
  };
  return verdict === undefined
    ? t("{what} from {node}, {outcome}. Show its path", values)
    : t("{what} from {node}, {outcome}, {verdict}. Show its path", {
        ...values,
        verdict: verdict.text,
      });
}
