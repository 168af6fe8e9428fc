/** Bytes from each zone to each zone, by direction: a table whose shades follow its figures. */

import { useState } from "react";
import type { World } from "@/engine/types";
import { spoken, t, translate } from "@/language/words";
import { type Rates, ratesAt } from "@/model/rates";
import { strongWidth } from "@/model/textWidth";
import {
  type Cube,
  type KindChoice,
  kindOptions,
  largestAcross,
  MEASURES,
  type Measure,
  pairBytes,
  pairMatrix,
  shade,
  withFraming,
} from "@/model/traffic";
import { SMALL_PX } from "@/model/typeSizes";
import { formatBytes, formatBytesPerSecond, formatDuration, threeDigits } from "@/model/units";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useTypeScale } from "@/session/typeScale";
import { FieldRow, SelectField } from "@/ui/Fields";
import { Section } from "@/ui/Section";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { useRoving } from "@/ui/useRoving";
import { cutPairs, type PairState } from "./cuts";
import css from "./meters.module.css";

export function ZoneMatrix() {
  const [measure, setMeasure] = useState<Measure>("total");
  const [kind, setKind] = useState<KindChoice>("all");
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const framing = usePage((page) => page.framing);
  if (world === null || frame === null) return null;
  const rates = ratesAt(frame);
  const cubeOf = (withAll: boolean): Cube => {
    const total = withAll ? withFraming(frame.bytes, frame.framing) : frame.bytes;
    const bytes = measure === "total" ? total : rateCells(rates, withAll, frame.bytes.length);
    return { zones: world.zones.length, kinds: world.kinds.length, bytes };
  };
  const [wire, payload] = [cubeOf(true), cubeOf(false)];
  return (
    <Section title={t("Zone to zone")}>
      <FieldRow>
        <SelectField
          label={t("What to show")}
          bare
          options={spoken(MEASURES)}
          value={measure}
          onChange={setMeasure}
        />
        <SelectField
          label={t("Kind of bytes")}
          bare
          options={kindOptions(world.kinds)}
          value={String(kind)}
          onChange={(value) => setKind(value === "all" ? "all" : Number(value))}
        />
      </FieldRow>
      <MatrixTable
        world={world}
        cube={framing ? wire : payload}
        amounts={[wire, payload]}
        kind={kind}
        measure={measure}
        cuts={cutPairs(world, frame.faults)}
        what={whatText(measure, framing, rates)}
      />
    </Section>
  );
}

interface MatrixProps {
  world: World;
  cube: Cube;
  /** On the wire, and the payload of it. */
  amounts: [Cube, Cube];
  kind: KindChoice;
  measure: Measure;
  cuts: readonly PairState[];
  what: string;
}

function MatrixTable({ world, cube, amounts, kind, measure, cuts, what }: MatrixProps) {
  const zones = world.zones.length;
  const matrix = pairMatrix(cube, kind);
  const largest = largestAcross(matrix, zones);
  const unit = unitFor(matrix);
  const roving = useRoving(zones * zones, zones);
  const type = useTypeScale();
  const longest = Math.max(...world.zones.map(({ id }) => strongWidth(id, SMALL_PX)));
  const name = Math.ceil((longest + NAME_EDGES_PX) * type);
  // Names that are wider than their columns stand upright over them, and are whole.
  const isUpright = zones > 2 && longest + NAME_EDGES_PX > columnRoom(zones, name / type);
  const kindLabel = kind === "all" ? t("all kinds") : translate(world.kinds[kind]?.label ?? "");
  return (
    <div className="relative scroll-x">
      <Table
        rows="target"
        className={css.matrix}
        data-upright={isUpright}
        style={{ minWidth: name + CELL_PX * type * zones }}
        caption={t("{what}, {kindLabel}: rows send, columns receive.", { what, kindLabel })}
      >
        <thead>
          <tr>
            <td className={css.corner} style={{ width: name }}>
              {unit.name}
              {measure === "rate" && "/s"}
            </td>
            {world.zones.map((zone) => (
              <th key={zone.id} scope="col">
                <span>
                  <span className="sr-only">{t("to")}</span>
                  <span aria-hidden>→</span> {zone.id}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roving.group}>
          {world.zones.map((from) => (
            <tr key={from.id}>
              <th scope="row">
                <span className="sr-only">{t("from")}</span> {from.id}
              </th>
              {world.zones.map((to) => {
                const pair = from.index * zones + to.index;
                const value = matrix[pair] ?? 0;
                return (
                  <Cell
                    key={to.id}
                    link={{ from: from.index, to: to.index }}
                    value={value}
                    state={cuts[pair] ?? "open"}
                    inside={from === to}
                    shade={from === to ? 0 : shade(value, largest)}
                    figure={threeDigits(value / unit.size)}
                    tabIndex={roving.tabIndexOf(pair)}
                    text={splitText(world, cube, amounts, [from.index, to.index], what, measure)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Of a table in the panel, at normal type: around a name, a cell with four digits, all of it. */
const NAME_EDGES_PX = 12;
const CELL_PX = 46;
const PANEL_PX = 276;

function columnRoom(zones: number, namePx: number): number {
  return Math.max(CELL_PX, (PANEL_PX - namePx) / zones) - 8;
}

interface CellProps {
  /** Zones, by index. */
  link: { from: number; to: number };
  value: number;
  state: PairState;
  inside: boolean;
  shade: number;
  figure: string;
  tabIndex: number;
  text: string;
}

/** How much of the ink goes into the darkest cell: text on it keeps its contrast. */
const SHADE_PERCENT_MAX = 42;

function Cell({ link, value, state, inside, shade: depth, figure, tabIndex, text }: CellProps) {
  const percent = (depth * SHADE_PERCENT_MAX).toFixed(1);
  return (
    <td
      className={inside ? "quiet" : undefined}
      onPointerEnter={() => sim.hover({ link })}
      onPointerLeave={() => sim.hover(null)}
      onFocus={() => sim.hover({ link })}
      onBlur={() => sim.hover(null)}
      style={
        depth > 0
          ? {
              background: `color-mix(in srgb, var(--append) ${percent}%, transparent)`,
            }
          : undefined
      }
    >
      <Explained text={stateText(state) + text} className={css.cell} tabIndex={tabIndex}>
        {state !== "open" && (
          <span className={css.cut}>{state === "cut" ? t("cut") : t("part")}</span>
        )}
        {(state !== "cut" || value > 0) && <span>{value === 0 ? "·" : figure}</span>}
      </Explained>
    </td>
  );
}

function stateText(state: PairState): string {
  if (state === "open") return "";
  return state === "cut"
    ? `${t("Cut: nothing arrives.")}\n`
    : `${t("Part cut: some of its nodes are cut off.")}\n`;
}

/** The cell in words: its sum and its split by kind, largest first. */
function splitText(
  world: World,
  cube: Cube,
  [wire, payload]: [Cube, Cube],
  [from, to]: [number, number],
  what: string,
  measure: Measure,
): string {
  const write = measure === "total" ? formatBytes : formatBytesPerSecond;
  const lines = world.kinds
    .map((kind, k) => ({ label: translate(kind.label), bytes: pairBytes(cube, from, to, k) }))
    .filter((line) => line.bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ label, bytes }) => t("{label}: {value}", { label, value: write(bytes) }));
  const sum = (amount: Cube): string => write(pairBytes(amount, from, to, "all"));
  const values = {
    what,
    from: world.zones[from]?.id ?? "",
    to: world.zones[to]?.id ?? "",
    wire: sum(wire),
    payload: sum(payload),
  };
  const both =
    from === to
      ? t("{what}, inside {to}: wire {wire}, payload {payload}", values)
      : t("{what}, {from} to {to}: wire {wire}, payload {payload}", values);
  return lines.length === 0 ? t("{said}.", { said: both }) : `${both}\n${lines.join("\n")}`;
}

function whatText(measure: Measure, framing: boolean, rates: Rates | undefined): string {
  if (measure === "total") {
    return framing ? t("On the wire, this run") : t("Payload, this run");
  }
  if (rates === undefined) return framing ? t("On the wire per second") : t("Payload per second");
  const window = formatDuration(rates.window_us);
  return framing
    ? t("On the wire per second, mean of the last {window}", { window })
    : t("Payload per second, mean of the last {window}", { window });
}

function rateCells(rates: Rates | undefined, framing: boolean, cells: number): Float64Array {
  if (rates === undefined) return new Float64Array(cells);
  const payload = rates.perSecond.subarray(0, cells);
  return framing ? withFraming(payload, rates.perSecond.subarray(cells)) : payload;
}

/** One unit for the whole table, so that its cells can be compared at a glance. */
function unitFor(matrix: Float64Array): { name: string; size: number } {
  const largest = matrix.reduce((a, b) => Math.max(a, b), 0);
  if (largest < 10_000) return { name: "B", size: 1 };
  return largest < 10_000_000 ? { name: "kB", size: 1_000 } : { name: "MB", size: 1_000_000 };
}
