/**
 * What is listed: filters, the order, and whether every request is recorded.
 * Must not know the requests.
 */

import type { World } from "@/engine/types";
import { intervalText } from "@/model/interval";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { type Option, SelectField } from "@/ui/Fields";
import { Stretch } from "@/ui/Stretch";
import type { Filters, Order, OutcomeFilter, SenderFilter, VerdictFilter } from "./listing";
import css from "./requests.module.css";

const OUTCOMES: readonly Option<OutcomeFilter>[] = [
  { value: "all", label: "Any outcome" },
  { value: "pending", label: "Waiting" },
  { value: "ok", label: "Ok" },
  { value: "failed", label: "Failed" },
  { value: "unknown", label: "Unknown" },
];

const VERDICTS: readonly Option<VerdictFilter>[] = [
  { value: "all", label: "Any verdict" },
  { value: "linearizable", label: "Linearizable" },
  { value: "past", label: "Consistent but old" },
  { value: "stale", label: "Stale" },
  { value: "refused", label: "Refused" },
  { value: "none", label: "No verdict" },
];

const ORDERS: readonly Option<Order>[] = [
  { value: "newest", label: "Newest first" },
  { value: "slowest", label: "Slowest first" },
];

export interface FilterBarProps {
  world: World;
  filters: Filters;
  setFilters: (filters: Filters) => void;
  order: Order;
  setOrder: (order: Order) => void;
  every: boolean;
  setEvery: (every: boolean) => void;
  /** Whether requests may be chosen by their verdicts. */
  judged: boolean;
  /** How many are listed. */
  note: string;
}

export function FilterBar(props: FilterBarProps) {
  const { world, filters, setFilters, judged, order, setOrder, every, setEvery, note } = props;
  const senders: Option<SenderFilter>[] = [
    { value: "all", label: "Any client" },
    ...world.workloads.map(({ id }, place) => ({ value: `${place}` as const, label: id })),
    { value: "-1", label: "by hand" },
  ];
  return (
    <div className={css.filters}>
      <Button
        small
        aria-pressed={every}
        onClick={() => setEvery(!every)}
        data-tip="While on, records the run and lists every request since shortly before. Off, lists the newest of each client."
      >
        Every request
      </Button>
      <SelectField
        label="Outcome"
        bare
        options={OUTCOMES}
        value={filters.outcome}
        onChange={(outcome) => setFilters({ ...filters, outcome })}
      />
      <SelectField
        label="Client"
        bare
        options={senders}
        value={filters.sender}
        onChange={(sender) => setFilters({ ...filters, sender })}
      />
      {judged && (
        <SelectField
          label="Verdict"
          bare
          options={VERDICTS}
          value={filters.verdict}
          onChange={(verdict) => setFilters({ ...filters, verdict })}
        />
      )}
      <SelectField label="Order" bare options={ORDERS} value={order} onChange={setOrder} />
      {filters.interval !== null && (
        <Stretch text={intervalText(filters.interval)} onEnd={() => sim.lookAt(null)} />
      )}
      <p className={css.note}>{note}</p>
    </div>
  );
}
