/** What to show of the tape: fields that each leave something out. Must not know rows. */

import { msg, spoken, t } from "@/language/words";
import { useSim } from "@/session/simStore";
import { SelectField } from "@/ui/Fields";
import css from "./events.module.css";
import type { Filter, Kind } from "./filter";

/** The first reading needs no tape. */
export interface EventFilter extends Omit<Filter, "kind"> {
  kind: Kind | "told";
}

const KINDS: readonly { value: EventFilter["kind"]; label: string }[] = [
  { value: "told", label: msg("Highlights") },
  { value: "all", label: msg("Everything") },
  { value: "messages", label: msg("Messages") },
  { value: "roles", label: msg("Roles and terms") },
  { value: "log", label: msg("Logs") },
  { value: "requests", label: msg("Requests") },
  { value: "leases", label: msg("Leases") },
  { value: "decisions", label: msg("Decisions") },
  { value: "shape", label: msg("Members and ranges") },
  { value: "saved", label: msg("Bytes saved") },
  { value: "faults", label: msg("Faults and settings") },
  { value: "actions", label: msg("Actions") },
];

interface FiltersProps {
  filter: EventFilter;
  onChange: (filter: EventFilter) => void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const world = useSim((state) => state.world);
  const nodes = world?.nodes ?? [];
  const ranges = world?.ranges ?? [];
  return (
    <search className={css.filters}>
      <SelectField
        bare
        label={t("Which events")}
        options={spoken(KINDS)}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {filter.kind !== "told" && (
        <>
          <SelectField
            bare
            label={t("Where")}
            options={[
              { value: "-1", label: t("Everywhere") },
              ...nodes.map(({ index, id }) => ({
                value: String(index),
                label: t("At {id}", { id }),
              })),
            ]}
            value={String(filter.node)}
            onChange={(node) => onChange({ ...filter, node: Number(node) })}
          />
          {ranges.length > 1 && (
            <SelectField
              bare
              label={t("Range")}
              options={[
                { value: "-1", label: t("Every range") },
                ...ranges.map(({ id }) => ({ value: String(id), label: t("Range {id}", { id }) })),
              ]}
              value={String(filter.range)}
              onChange={(range) => onChange({ ...filter, range: Number(range) })}
            />
          )}
          <input
            type="search"
            className={css.search}
            aria-label={t("Search the events: words, a request like r12, an event like #345")}
            placeholder={t("Search: words, r12, #345")}
            autoComplete="off"
            spellCheck={false}
            value={filter.text}
            onChange={(event) => onChange({ ...filter, text: event.target.value })}
          />
        </>
      )}
    </search>
  );
}
