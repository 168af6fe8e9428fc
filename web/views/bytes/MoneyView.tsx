/** What the bytes between zones cost: this run, a million writes, a month, by kind. */

import type { Frame, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { type Cube, measuredSpan, repriced, withFraming } from "@/model/traffic";
import { formatBytes, formatDuration, formatInstant, formatMoney } from "@/model/units";
import { usePaced } from "@/session/paced";
import type { PageState } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import type { SimState } from "@/session/simState";
import { SimStoreContext } from "@/session/simStore";
import { KindLabel } from "@/ui/KindLabel";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import { shareText } from "./flowWords";
import { type Bill, billOf } from "./money";
import css from "./money.module.css";
import { PricePicker } from "./PricePicker";

type Counted = Pick<PageState, "framing" | "prices">;

export function MoneyView() {
  const { world, frame } = usePaced(shownOf);
  const counted = usePage(countedOf);
  const beside = usePage((s) => s.beside);
  if (world === null || frame === null) return null;
  const bill = billAt(world, frame, counted);
  return (
    <div className={css.money}>
      <PricePicker world={world} prices={counted.prices} />
      {beside === null ? (
        <Totals world={world} frame={frame} bill={bill} second={undefined} />
      ) : (
        <SimStoreContext value={beside.store}>
          <WithSecond world={world} frame={frame} bill={bill} />
        </SimStoreContext>
      )}
      <Classes bill={bill} framing={counted.framing} />
      <Kinds world={world} frame={frame} bill={bill} framing={counted.framing} />
    </div>
  );
}

function shownOf({ world, frame }: SimState) {
  return { world, frame };
}

function countedOf({ framing, prices }: PageState): Counted {
  return { framing, prices };
}

function billAt(world: World, frame: Frame, { framing, prices }: Counted): Bill {
  return billOf({
    cube: cubeOf(world, counted(frame.bytes, frame.framing, framing)),
    wire: cubeOf(world, withFraming(frame.bytes, frame.framing)),
    payload: cubeOf(world, frame.bytes),
    warm: counted(frame.warm_bytes, frame.warm_framing, framing),
    links: repriced(world.links, world.zones, prices),
    zones: world.zones,
    writes: frame.writes,
    span: measuredSpan(world.measure_from_us, frame.now_us),
  });
}

function counted(payload: Float64Array, around: Float64Array, framing: boolean): Float64Array {
  return framing ? withFraming(payload, around) : payload;
}

function cubeOf(world: World, bytes: Float64Array): Cube {
  return { zones: world.zones.length, kinds: world.kinds.length, bytes };
}

interface TotalsProps {
  world: World;
  frame: Frame;
  bill: Bill;
  second: Bill | undefined;
}

/** Stands under the second run's store. */
function WithSecond(props: Omit<TotalsProps, "second">) {
  const { world, frame } = usePaced(shownOf);
  const counted = usePage(countedOf);
  if (world === null || frame === null) return <Totals {...props} second={undefined} />;
  return <Totals {...props} second={billAt(world, frame, counted)} />;
}

function Totals({ world, frame, bill, second }: TotalsProps) {
  const span = measuredSpan(world.measure_from_us, frame.now_us);
  const rows: [string, string, (bill: Bill) => number | undefined][] = [
    [
      msg("This run"),
      t(
        "What crossed the wire between zones in these {now}, headers and TCP's acknowledgements included, at each link's price. Clouds bill this.",
        { now: formatDuration(frame.now_us) },
      ),
      ({ wireUsd }) => wireUsd,
    ],
    [
      msg("Payload alone"),
      t("What the encoded messages alone would cost, without framing."),
      ({ payloadUsd }) => payloadUsd,
    ],
    [
      msg("Per million writes"),
      t(
        "The run's cost per acknowledged write, times a million; reads, heartbeats and everything else between zones included.",
      ),
      ({ perMillionWrites }) => perMillionWrites,
    ],
    [
      msg("30 days of this load"),
      t(
        "The mean rate from {from} to {to}, extrapolated to 30 days. Every monthly figure here and in reports uses this window.",
        { from: formatInstant(span.from_us), to: formatInstant(span.to_us) },
      ),
      ({ perMonth }) => perMonth,
    ],
  ];
  return (
    <Table rows="target" className={css.sheet} showsCaption caption={t("Cost between zones")}>
      {second !== undefined && (
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t("Span")}</span>
            </th>
            <th scope="col">{t("first run")}</th>
            <th scope="col">{t("second run")}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name, text, figure], place) => (
          <tr key={name} className={place === 0 ? css.first : undefined}>
            <th scope="row">
              <Explained text={text}>{t(name)}</Explained>
            </th>
            <td data-money={name}>{moneyText(figure(bill))}</td>
            {second !== undefined && <td>{moneyText(figure(second))}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Classes({ bill, framing }: { bill: Bill; framing: boolean }) {
  return (
    <Table
      rows="target"
      className={css.sheet}
      showsCaption
      caption={
        framing ? t("Cost by link class, on the wire") : t("Cost by link class, payload alone")
      }
      heads={[t("Links"), t("$ per GB"), t("bytes"), t("cost")]}
    >
      <tbody>
        {bill.classes.map(({ name, usd_per_gb, bytes, usd }) => (
          <tr key={`${name} ${usd_per_gb}`}>
            <th scope="row">{t(name)}</th>
            <td>{priceText(usd_per_gb)}</td>
            <td>{formatBytes(bytes)}</td>
            <td>{formatMoney(usd)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface KindsProps {
  world: World;
  frame: Frame;
  bill: Bill;
  framing: boolean;
}

function Kinds({ world, bill, framing }: KindsProps) {
  const rows = world.kinds
    .map((kind, k) => ({ kind, usd: bill.byKind[k] ?? 0 }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd);
  return (
    <Table
      rows="target"
      className={css.sheet}
      showsCaption
      caption={
        framing ? t("Cost by message kind, on the wire") : t("Cost by message kind, payload alone")
      }
    >
      <tbody>
        {rows.map(({ kind, usd }) => (
          <tr key={kind.id}>
            <th scope="row">
              <KindLabel id={kind.id} label={translate(kind.label)} />
            </th>
            <td>{formatMoney(usd)}</td>
            <td>{shareText(usd, bill.usd)}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td>{t("No cost yet.")}</td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

function moneyText(usd: number | undefined): string {
  return usd === undefined ? "–" : formatMoney(usd);
}

/** Up to a hundredth of a cent. */
function priceText(usd: number): string {
  return String(Math.round(usd * 10_000) / 10_000);
}
