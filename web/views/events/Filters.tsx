/**
 * What to show of the tape: fields that each leave something out. Must not know rows.
 */

import { useSim } from "@/session/simStore";
import { SelectField } from "@/ui/Fields";
import css from "./events.module.css";
import type { Filter, Kind } from "./filter";

/** The first reading needs no tape. */
export interface Shown extends Omit<Filter, "kind"> {
  kind: Kind | "told";
}

const KINDS: readonly { value: Shown["kind"]; label: string }[] = [
  { value: "told", label: "Highlights" },
  { value: "all", label: "Everything" },
  { value: "messages", label: "Messages" },
  { value: "roles", label: "Roles and terms" },
  { value: "log", label: "Logs" },
  { value: "requests", label: "Requests" },
  { value: "leases", label: "Leases" },
  { value: "decisions", label: "Decisions" },
  { value: "shape", label: "Members and ranges" },
  { value: "saved", label: "Bytes saved" },
  { value: "faults", label: "Faults and settings" },
  { value: "actions", label: "Actions" },
];

interface FiltersProps {
  shown: Shown;
  onChange: (shown: Shown) => void;
}

export function Filters({ shown, onChange }: FiltersProps) {
  const world = useSim((state) => state.world);
  const nodes = world?.nodes ?? [];
  const ranges = world?.ranges ?? [];
  return (
    <search className={css.filters}>
      <SelectField
        bare
        label="Which events"
        options={KINDS}
        value={shown.kind}
        onChange={(kind) => onChange({ ...shown, kind })}
      />
      {shown.kind !== "told" && (
        <>
          <SelectField
            bare
            label="Where"
            options={[
              { value: "-1", label: "Everywhere" },
              ...nodes.map(({ index, id }) => ({ value: String(index), label: `At ${id}` })),
            ]}
            value={String(shown.node)}
            onChange={(node) => onChange({ ...shown, node: Number(node) })}
          />
          {ranges.length > 1 && (
            <SelectField
              bare
              label="Range"
              options={[
                { value: "-1", label: "Every range" },
                ...ranges.map(({ id }) => ({ value: String(id), label: `Range ${id}` })),
              ]}
              value={String(shown.range)}
              onChange={(range) => onChange({ ...shown, range: Number(range) })}
            />
          )}
          <input
            type="search"
            className={css.search}
            aria-label="Search the events: words, a request like r12, an event like #345"
            placeholder="Search: words, r12, #345"
            autoComplete="off"
            spellCheck={false}
            value={shown.text}
            onChange={(event) => onChange({ ...shown, text: event.target.value })}
          />
        </>
      )}
    </search>
  );
}
