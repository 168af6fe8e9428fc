/**
 * Bytes between zones: the one big figure, what it costs, and its split by kind.
 * Must not know how bytes are counted, only what the counts mean.
 */

import { lazy, Suspense } from "react";
import type { Frame, World } from "@/engine/types";
import { type Rates, ratesAt } from "@/model/rates";
import {
  type Cube,
  crossZoneByKind,
  measuredSpan,
  monthlyUsd,
  type Prices,
  priceOf,
  repriced,
  total,
  withFraming,
} from "@/model/traffic";
import {
  bytesFigure,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatInstant,
  formatMoney,
  formatShare,
} from "@/model/units";
import { usePaced } from "@/session/paced";
import { sim } from "@/session/simClient";
import { KindLabel } from "@/ui/KindLabel";
import { Section } from "@/ui/Section";
import { Switch } from "@/ui/Switch";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { useRoving } from "@/ui/useRoving";
import css from "./meters.module.css";

const PAYLOAD_TEXT =
  "Sum of the protobuf lengths of all messages sent over links between different zones, this run.";
const WIRE_TEXT =
  "All that crossed links between different zones, this run: the encoded messages, the gRPC, HTTP/2 " +
  "and TCP/IP framing around them, and TCP's acknowledgements. Clouds bill this.";

/** Fetched when a second run stands beside this one. */
const BesideRatio = lazy(async () => ({
  default: (await import("./BesideRatio")).BesideRatio,
}));

export function Traffic() {
  const { world, frame, framing, beside, prices } = usePaced((s) => ({
    prices: s.prices,
    beside: s.beside,
    world: s.world,
    frame: s.frame,
    framing: s.framing,
  }));
  if (world === null || frame === null) return null;
  const payload = crossZoneByKind(cubeOf(world, frame.bytes));
  const around = crossZoneByKind(cubeOf(world, frame.framing));
  const byKind = framing ? payload.map((bytes, k) => bytes + (around[k] ?? 0)) : payload;
  const figure = bytesFigure(total(byKind));
  return (
    <Section title="Bytes between zones">
      <p className={css.headline}>
        <Explained
          text={framing ? WIRE_TEXT : PAYLOAD_TEXT}
          label={`${figure.value} ${figure.unit} between zones, ${framing ? "on the wire" : "payload"}`}
          className={css.big}
        >
          {figure.value}
        </Explained>{" "}
        <span className={css.unit}>
          {figure.unit} this run,{" "}
          {framing
            ? `on the wire; ${formatBytes(total(payload))} of it payload`
            : `payload; ${formatBytes(total(payload) + total(around))} on the wire`}
        </span>
      </p>
      {beside !== null && (
        <Suspense fallback={null}>
          <BesideRatio beside={beside} bytes={total(byKind)} />
        </Suspense>
      )}
      <Price world={world} frame={frame} framing={framing} prices={prices} />
      <FramingSwitch on={framing} bytes={total(around)} />
      <KindTable world={world} byKind={byKind} rates={kindRates(world, ratesAt(frame), framing)} />
    </Section>
  );
}

interface PriceProps {
  world: World;
  frame: Frame;
  framing: boolean;
  prices: Prices | null;
}

/** What nobody pays: zeros after the point say less than the word does. */
const CENT = 0.01;

/** Priced here from the bytes shown, so that price and bytes always count the same. */
function Price({ world, frame, framing, prices }: PriceProps) {
  const bytes = framing ? withFraming(frame.bytes, frame.framing) : frame.bytes;
  const warm = framing ? withFraming(frame.warm_bytes, frame.warm_framing) : frame.warm_bytes;
  const links = repriced(world.links, world.zones, prices);
  const usd = priceOf(cubeOf(world, bytes), links);
  const span = measuredSpan(world.measure_from_us, frame.now_us);
  const month = monthlyUsd(cubeOf(world, bytes), warm, links, span);
  const what = framing ? "bytes on the wire" : "payload alone";
  return (
    <p className={css.price}>
      <Explained
        text={`What the ${what} between zones would be billed for this run, at each link's price per GB. The prices are ${prices === null ? "the scenario's, by default public list prices" : "those chosen"} under Bytes, Money. Exactly: ${formatMoney(usd)}.`}
      >
        {usd > 0 && usd < CENT ? "under a cent" : formatMoney(usd)}
      </Explained>{" "}
      so far ·{" "}
      <Explained
        text={`The mean rate from ${formatInstant(span.from_us)} to ${formatInstant(span.to_us)}, extrapolated to 30 days. Every monthly figure here and in reports uses this window.`}
      >
        {month === undefined ? "–" : formatMoney(month)}
      </Explained>{" "}
      a month at this load
    </p>
  );
}

/** Which of the two amounts the figures break down: both stand above. */
function FramingSwitch({ on, bytes }: { on: boolean; bytes: number }) {
  return (
    <Switch
      label="Count framing (gRPC, HTTP/2, TCP/IP)"
      hint={`${formatBytes(bytes)} around the messages, ${on ? "counted below" : "not counted below"}`}
      checked={on}
      onChange={(checked) => sim.setFraming(checked)}
    />
  );
}

interface KindTableProps {
  world: World;
  byKind: Float64Array;
  rates: Rates | undefined;
}

function KindTable({ world, byKind, rates }: KindTableProps) {
  const seen = world.kinds.map((_, k) => k).filter((k) => (byKind[k] ?? 0) > 0);
  const roving = useRoving(2 + seen.length * 3, 3);
  const sum = total(byKind);
  const span = rates === undefined ? "" : ` over the last ${formatDuration(rates.window_us)}`;
  const tab = (place: number) => roving.tabIndexOf(place);
  return (
    <Table
      rows="target"
      className={css.table}
      {...roving.group}
      caption="Bytes between zones by kind"
    >
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">
            <Explained
              tabIndex={tab(0)}
              text="Bytes of this kind between different zones, this run."
            >
              this run
            </Explained>
          </th>
          <th scope="col">
            <Explained tabIndex={tab(1)} text={`Mean${span} of simulated time.`}>
              per second
            </Explained>
          </th>
        </tr>
      </thead>
      <tbody>
        {seen.map((k, row) => {
          const kind = world.kinds[k];
          const bytes = byKind[k] ?? 0;
          const rate = rates?.perSecond[k];
          if (kind === undefined) return null;
          return (
            <tr
              key={kind.id}
              onPointerEnter={() => sim.pointAtKind(k)}
              onPointerLeave={() => sim.pointAtKind(null)}
              onFocus={() => sim.pointAtKind(k)}
              onBlur={() => sim.pointAtKind(null)}
            >
              <th scope="row">
                <Explained tabIndex={tab(2 + row * 3)} text={kind.text}>
                  <KindLabel id={kind.id} label={kind.label} />
                </Explained>
              </th>
              <td>
                <Explained
                  tabIndex={tab(3 + row * 3)}
                  text={`${kind.label}: ${formatBytes(bytes)} between zones, ${formatShare(bytes / sum)} of all.`}
                >
                  {formatBytes(bytes)}
                </Explained>
              </td>
              <td>
                <Explained
                  tabIndex={tab(4 + row * 3)}
                  text={`${kind.label}: mean rate between zones${span}.`}
                >
                  {rate === undefined ? "–" : formatBytesPerSecond(rate)}
                </Explained>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function cubeOf(world: World, bytes: Float64Array): Cube {
  return { zones: world.zones.length, kinds: world.kinds.length, bytes };
}

/** Rates of the whole history folded to kinds between zones. */
function kindRates(world: World, rates: Rates | undefined, framing: boolean): Rates | undefined {
  if (rates === undefined) return undefined;
  const cells = rates.perSecond.length / 2;
  const payload = crossZoneByKind(cubeOf(world, rates.perSecond.subarray(0, cells)));
  const around = crossZoneByKind(cubeOf(world, rates.perSecond.subarray(cells)));
  const perSecond = framing ? payload.map((rate, k) => rate + (around[k] ?? 0)) : payload;
  return { perSecond, window_us: rates.window_us };
}
