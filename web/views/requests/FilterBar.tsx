/** What is listed: filters, the order, and whether every request is recorded. */

import type { World } from "@/engine/types";
import { msg, spoken, t } from "@/language/words";
import { intervalText } from "@/model/interval";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { type Option, SelectField } from "@/ui/Fields";
import { Stretch } from "@/ui/Stretch";
import type { Filters, Order, OutcomeFilter, SenderFilter, VerdictFilter } from "./listing";

const OUTCOMES: readonly Option<OutcomeFilter>[] = [
  { value: "all", label: msg("Any outcome") },
  { value: "pending", label: msg("Waiting") },
  { value: "ok", label: msg("Ok") },
  { value: "failed", label: msg("Failed") },
  { value: "unknown", label: msg("Unknown") },
];

const VERDICTS: readonly Option<VerdictFilter>[] = [
  { value: "all", label: msg("Any verdict") },
  { value: "linearizable", label: msg("Linearizable") },
  { value: "past", label: msg("Consistent but old") },
  { value: "stale", label: msg("Stale") },
  { value: "refused", label: msg("Refused") },
  { value: "none", label: msg("No verdict") },
];

const ORDERS: readonly Option<Order>[] = [
  { value: "newest", label: msg("Newest first") },
  { value: "slowest", label: msg("Slowest first") },
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
    { value: "all", label: t("Any client") },
    ...world.workloads.map(({ id }, place) => ({ value: `${place}` as const, label: id })),
    { value: "-1", label: t("by hand") },
  ];
  return (
    <div className="row wrap strip">
      <Button
        small
        aria-pressed={every}
        onClick={() => setEvery(!every)}
        data-tip={t(
          "While on, records the run and lists every request since shortly before. Off, lists the newest of each client.",
        )}
      >
        {t("Every request")}
      </Button>
      <SelectField
        label={t("Outcome")}
        bare
        options={spoken(OUTCOMES)}
        value={filters.outcome}
        onChange={(outcome) => setFilters({ ...filters, outcome })}
      />
      <SelectField
        label={t("Client")}
        bare
        options={senders}
        value={filters.sender}
        onChange={(sender) => setFilters({ ...filters, sender })}
      />
      {judged && (
        <SelectField
          label={t("Verdict")}
          bare
          options={spoken(VERDICTS)}
          value={filters.verdict}
          onChange={(verdict) => setFilters({ ...filters, verdict })}
        />
      )}
      <SelectField
        label={t("Order")}
        bare
        options={spoken(ORDERS)}
        value={order}
        onChange={setOrder}
      />
      {filters.interval !== null && (
        <Stretch text={intervalText(filters.interval)} onEnd={() => sim.lookAt(null)} />
      )}
      <p className="quiet">{note}</p>
    </div>
  );
}
