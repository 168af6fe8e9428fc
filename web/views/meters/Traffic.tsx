/** Bytes between zones: the one big figure, what it costs, and its split by kind. */

import { Suspense } from "react";
import type { Frame, World } from "@/engine/types";
import { Rich } from "@/language/Rich";
import { msg, t, translate } from "@/language/words";
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
  formatExactMoney,
  formatInstant,
  formatMoney,
  formatShare,
} from "@/model/units";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { KindLabel } from "@/ui/KindLabel";
import { lazily } from "@/ui/lazily";
import { Section } from "@/ui/Section";
import { Switch } from "@/ui/Switch";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { useRoving } from "@/ui/useRoving";
import css from "./meters.module.css";

const PAYLOAD_TEXT = msg(
  "Sum of the protobuf lengths of all messages sent over links between different zones, this run.",
);
const WIRE_TEXT = msg(
  "All that crossed links between different zones, this run: the encoded messages, the gRPC, HTTP/2 and TCP/IP framing around them, and TCP's acknowledgements. Clouds bill this.",
);

/** Fetched when a second run stands beside this one. */
const BesideRatio = lazily(async () => ({
  default: (await import("./BesideRatio")).BesideRatio,
}));

export function Traffic() {
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const { framing, beside, prices } = usePage((page) => ({
    framing: page.framing,
    beside: page.beside,
    prices: page.prices,
  }));
  if (world === null || frame === null) return null;
  const payload = crossZoneByKind(cubeOf(world, frame.bytes));
  const around = crossZoneByKind(cubeOf(world, frame.framing));
  const byKind = framing ? payload.map((bytes, k) => bytes + (around[k] ?? 0)) : payload;
  const figure = bytesFigure(total(byKind));
  return (
    <Section title={t("Bytes between zones")}>
      <p className={css.headline}>
        <Explained
          text={t(framing ? WIRE_TEXT : PAYLOAD_TEXT)}
          label={
            framing
              ? t("{bytes} between zones, on the wire", { bytes: `${figure.value} ${figure.unit}` })
              : t("{bytes} between zones, payload", { bytes: `${figure.value} ${figure.unit}` })
          }
          className={css.big}
        >
          {figure.value}
        </Explained>{" "}
        <span className="quiet">
          {framing
            ? t("{unit} this run, on the wire; {payload} of it payload", {
                unit: figure.unit,
                payload: formatBytes(total(payload)),
              })
            : t("{unit} this run, payload; {wire} on the wire", {
                unit: figure.unit,
                wire: formatBytes(total(payload) + total(around)),
              })}
        </span>
      </p>
      {beside !== null && (
        <Suspense fallback={null}>
          <BesideRatio beside={beside} bytes={total(byKind)} />
        </Suspense>
      )}
      <Price world={world} frame={frame} framing={framing} prices={prices} />
      <FramingSwitch on={framing} bytes={total(around)} />
      {total(byKind) > 0 && (
        <KindTable
          world={world}
          byKind={byKind}
          rates={kindRates(world, ratesAt(frame), framing)}
        />
      )}
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
  return (
    <p className={css.price}>
      <Rich
        text={t("<0>{usd}</0> so far · <1>{month}</1> a month at this load", {
          usd: usd > 0 && usd < CENT ? t("under a cent") : formatMoney(usd),
          month: month === undefined ? "–" : formatMoney(month),
        })}
        parts={[
          (figure) => <Explained text={billedText(framing, prices, usd)}>{figure}</Explained>,
          (figure) => (
            <Explained
              text={t(
                "The mean rate from {from} to {to}, extrapolated to 30 days. Every monthly figure here and in reports uses this window.",
                { from: formatInstant(span.from_us), to: formatInstant(span.to_us) },
              )}
            >
              {figure}
            </Explained>
          ),
        ]}
      />
    </p>
  );
}

function billedText(framing: boolean, prices: Prices | null, usd: number): string {
  const values = {
    prices:
      prices === null ? t("the scenario's, by default public list prices") : t("those chosen"),
    usd: formatExactMoney(usd),
  };
  return framing
    ? t(
        "What the bytes on the wire between zones would be billed for this run, at each link's price per GB. The prices are {prices} under Bytes, Money. Exactly: {usd}.",
        values,
      )
    : t(
        "What the payload alone between zones would be billed for this run, at each link's price per GB. The prices are {prices} under Bytes, Money. Exactly: {usd}.",
        values,
      );
}

/** Which of the two amounts the figures break down: both stand above. */
function FramingSwitch({ on, bytes }: { on: boolean; bytes: number }) {
  return (
    <Switch
      label={t("Count framing (gRPC, HTTP/2, TCP/IP)")}
      hint={
        on
          ? t("{bytes} around the messages, counted below", { bytes: formatBytes(bytes) })
          : t("{bytes} around the messages, not counted below", { bytes: formatBytes(bytes) })
      }
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
  const window = rates === undefined ? undefined : formatDuration(rates.window_us);
  const tab = (place: number) => roving.tabIndexOf(place);
  return (
    <Table
      rows="target"
      className={css.table}
      {...roving.group}
      caption={t("Bytes between zones by kind")}
      heads={[
        t("Kind"),
        {
          name: t("this run"),
          text: t("Bytes of this kind between different zones, this run."),
          tabIndex: tab(0),
        },
        {
          name: t("per second"),
          text:
            window === undefined
              ? t("Mean of simulated time.")
              : t("Mean over the last {window} of simulated time.", { window }),
          tabIndex: tab(1),
        },
      ]}
    >
      <tbody>
        {seen.map((k, row) => {
          const kind = world.kinds[k];
          const bytes = byKind[k] ?? 0;
          const rate = rates?.perSecond[k];
          if (kind === undefined) return null;
          const label = translate(kind.label);
          return (
            <tr
              key={kind.id}
              onPointerEnter={() => sim.pointAtKind(k)}
              onPointerLeave={() => sim.pointAtKind(null)}
              onFocus={() => sim.pointAtKind(k)}
              onBlur={() => sim.pointAtKind(null)}
            >
              <th scope="row">
                <Explained tabIndex={tab(2 + row * 3)} text={translate(kind.text)}>
                  <KindLabel id={kind.id} label={label} />
                </Explained>
              </th>
              <td>
                <Explained
                  tabIndex={tab(3 + row * 3)}
                  text={t("{label}: {bytes} between zones, {share} of all.", {
                    label,
                    bytes: formatBytes(bytes),
                    share: formatShare(bytes / sum),
                  })}
                >
                  {formatBytes(bytes)}
                </Explained>
              </td>
              <td>
                <Explained
                  tabIndex={tab(4 + row * 3)}
                  text={
                    window === undefined
                      ? t("{label}: mean rate between zones.", { label })
                      : t("{label}: mean rate between zones over the last {window}.", {
                          label,
                          window,
                        })
                  }
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
