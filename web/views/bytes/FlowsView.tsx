/** Bytes from zone to zone by kind: a picture of ribbons, and the same as a list. */

import { type ReactNode, useRef, useState } from "react";
import { chartPng, chartSvg } from "@/charts/chartPicture";
import type { Frame, World } from "@/engine/types";
import { spoken, t } from "@/language/words";
import { type Rates, ratesAt } from "@/model/rates";
import {
  type Cube,
  crossZoneByKind,
  kindOptions,
  MEASURES,
  type Measure,
  total,
  withFraming,
} from "@/model/traffic";
import { formatBytes, formatBytesPerSecond, formatDuration } from "@/model/units";
import { download } from "@/session/download";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Empty } from "@/ui/Empty";
import { SelectField } from "@/ui/Fields";
import { KindLabel } from "@/ui/KindLabel";
import { Table } from "@/ui/Table";
import { useRoving } from "@/ui/useRoving";
import css from "./bytes.module.css";
import { FlowRibbons } from "./FlowRibbons";
import { type Flow, flowKey, flowsOf, SAVED } from "./flows";
import { FlowWords } from "./flowWords";

const CHART = "flows";

/** Its choices stand beside those of the whole view. */
export function FlowsView({ head }: { head: ReactNode }) {
  const [measure, setMeasure] = useState<Measure>("total");
  const [kind, setKind] = useState("all");
  const [lit, setLit] = useState<string | null>(null);
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const framing = usePage((page) => page.framing);
  if (world === null || frame === null) return null;
  const rates = measure === "rate" ? ratesAt(frame) : undefined;
  const cube = cubeOf(world, frame, measure, framing, rates);
  const all = flowsOf(cube, measure === "total" ? savedBetween(world, frame.saved) : undefined);
  const flows = all.filter((flow) => kind === "all" || flow.kind === Number(kind));
  const write = measure === "total" ? formatBytes : formatBytesPerSecond;
  const words = new FlowWords(world, write, sumOf(all));
  return (
    <>
      <div className={css.parts}>
        {head}
        <SelectField
          label={t("What to count")}
          bare
          options={spoken(MEASURES)}
          value={measure}
          onChange={setMeasure}
        />
        <SelectField
          label={t("Kind of bytes")}
          bare
          options={kindOptions(world.kinds)}
          value={kind}
          onChange={setKind}
        />
        <SaveButtons isEmpty={flows.length === 0} />
      </div>
      <div className={css.flows}>
        <div className={css.picture}>
          {flows.length === 0 ? (
            <Empty>{nothingText(measure, rates)}</Empty>
          ) : (
            <FlowRibbons
              chart={CHART}
              world={world}
              flows={flows}
              words={words}
              lit={lit}
              onLight={setLit}
            />
          )}
        </div>
        <FlowList
          world={world}
          flows={flows}
          words={words}
          lit={lit}
          onLight={setLit}
          note={noteText(measure, framing, rates, amountsOf(world, frame, measure, rates, write))}
        />
      </div>
    </>
  );
}

/** Where there is nothing to see there is no picture to save. */
function SaveButtons({ isEmpty }: { isEmpty: boolean }) {
  const busy = useRef(false);
  const save = async (ending: "png" | "svg"): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      const svg = (): Blob => new Blob([chartSvg(CHART)], { type: "image/svg+xml" });
      download(`${CHART}.${ending}`, ending === "png" ? await chartPng(CHART) : svg());
    } catch (error) {
      sim.notify(error instanceof Error ? error.message : String(error), true);
    } finally {
      busy.current = false;
    }
  };
  return (
    <>
      <Button
        small
        disabled={isEmpty}
        onClick={() => void save("svg")}
        aria-label={t("Save the picture as SVG")}
      >
        SVG
      </Button>
      <Button
        small
        disabled={isEmpty}
        onClick={() => void save("png")}
        aria-label={t("Save the picture as PNG")}
      >
        PNG
      </Button>
    </>
  );
}

function cubeOf(
  world: World,
  frame: Frame,
  measure: Measure,
  framing: boolean,
  rates: Rates | undefined,
): Cube {
  const cells = frame.bytes.length;
  const none = new Float64Array(cells);
  const payload = measure === "total" ? frame.bytes : (rates?.perSecond.subarray(0, cells) ?? none);
  const around = measure === "total" ? frame.framing : (rates?.perSecond.subarray(cells) ?? none);
  const bytes = framing ? withFraming(payload, around) : payload;
  return { zones: world.zones.length, kinds: world.kinds.length, bytes };
}

/** By directed pair of zones, over all features. */
function savedBetween(world: World, saved: Float64Array): Float64Array {
  const pairs = world.zones.length ** 2;
  const savers = saved.length / pairs;
  return Float64Array.from({ length: pairs }, (_, pair) =>
    saved.subarray(pair * savers, (pair + 1) * savers).reduce((a, b) => a + b, 0),
  );
}

function sumOf(flows: readonly Flow[]): number {
  return flows.reduce((sum, { kind, bytes }) => sum + (kind === SAVED ? 0 : bytes), 0);
}

function noteText(
  measure: Measure,
  framing: boolean,
  rates: Rates | undefined,
  amounts: string,
): string {
  if (measure === "total") {
    return framing
      ? t("On the wire between zones, this run ({amounts})", { amounts })
      : t("Payload between zones, this run ({amounts})", { amounts });
  }
  if (rates === undefined) {
    return framing
      ? t("On the wire between zones per second ({amounts})", { amounts })
      : t("Payload between zones per second ({amounts})", { amounts });
  }
  const values = { window: formatDuration(rates.window_us), amounts };
  return framing
    ? t("On the wire between zones per second, mean of the last {window} ({amounts})", values)
    : t("Payload between zones per second, mean of the last {window} ({amounts})", values);
}

/** Both amounts, whichever the picture shows. */
function amountsOf(
  world: World,
  frame: Frame,
  measure: Measure,
  rates: Rates | undefined,
  write: (bytes: number) => string,
): string {
  const sum = (framing: boolean): string =>
    write(total(crossZoneByKind(cubeOf(world, frame, measure, framing, rates))));
  return t("wire {wire}, payload {payload}", { wire: sum(true), payload: sum(false) });
}

function nothingText(measure: Measure, rates: Rates | undefined): string {
  if (measure === "rate" && rates === undefined) return t("Rates appear after a while of playing.");
  return t("Nothing of this has crossed zones yet.");
}

const ROWS_MAX = 60;

interface Props {
  world: World;
  flows: readonly Flow[];
  words: FlowWords;
  lit: string | null;
  onLight: (key: string | null) => void;
  note: string;
}

function FlowList({ world, flows, words, lit, onLight, note }: Props) {
  const sorted = [...flows].sort((a, b) => b.bytes - a.bytes);
  const rows = sorted.slice(0, ROWS_MAX);
  const roving = useRoving(rows.length);
  const more = sorted.length - rows.length;
  return (
    <div className={css.list}>
      <Table rows="target" className={css.table} showsCaption caption={note}>
        <thead>
          <tr>
            <th scope="col">{t("From, to")}</th>
            <th scope="col" className={css.word}>
              {t("Kind")}
            </th>
            <th scope="col">{t("Bytes")}</th>
            <th scope="col">{t("Share")}</th>
          </tr>
        </thead>
        <tbody {...roving.group}>
          {rows.map((flow, place) => {
            const key = flowKey(flow);
            return (
              <tr
                key={key}
                className={cx(lit === key && "lit")}
                onPointerEnter={() => onLight(key)}
                onPointerLeave={() => onLight(null)}
              >
                <th scope="row">
                  <button
                    type="button"
                    className={css.way}
                    tabIndex={roving.tabIndexOf(place)}
                    aria-label={t("{flow}. Select the link.", { flow: words.sentence(flow) })}
                    onFocus={() => onLight(key)}
                    onBlur={() => onLight(null)}
                    onClick={() => sim.select({ link: { from: flow.from, to: flow.to } })}
                  >
                    {words.zone(flow.from)} → {words.zone(flow.to)}
                  </button>
                </th>
                <td className={css.word}>
                  {flow.kind === SAVED ? (
                    words.kind(flow.kind)
                  ) : (
                    <KindLabel
                      id={world.kinds[flow.kind]?.id ?? ""}
                      label={words.kind(flow.kind)}
                    />
                  )}
                </td>
                <td>{words.write(flow.bytes)}</td>
                <td>{words.share(flow)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {more > 0 && (
        <p className="quiet pads">
          {t("And {n, plural, one {# smaller flow} other {# smaller flows}}.", { n: more })}
        </p>
      )}
    </div>
  );
}
