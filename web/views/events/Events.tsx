/** What happened: the sentences that are worth telling, or everything on the tape. */

import { useState } from "react";
import type { Notable } from "@/engine/types";
import { msg, spoken, t, translate } from "@/language/words";
import { intervalText, overlaps } from "@/model/interval";
import { NARRATION_MAX, sayable } from "@/model/narration";
import { formatInstant } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { cx } from "@/ui/cx";
import { CheckField, SelectField } from "@/ui/Fields";
import { Stretch } from "@/ui/Stretch";
import { EventTable } from "./EventTable";
import css from "./events.module.css";
import { type Filter, type Kind, NO_FILTER } from "./filter";

export function Events() {
  const [filter, setFilter] = useState<EventFilter>({ ...NO_FILTER, kind: "told" });
  const interval = usePage((state) => state.interval);
  return (
    <div className={css.events}>
      <Filters filter={filter} onChange={setFilter} />
      {interval !== null && (
        <div className={css.stretch}>
          <Stretch text={intervalText(interval)} onEnd={() => sim.lookAt(null)} />
        </div>
      )}
      {filter.kind === "told" ? (
        <Highlights />
      ) : (
        <EventTable
          filter={{ ...filter, kind: filter.kind, interval }}
          onShowAll={() => {
            setFilter(NO_FILTER);
            sim.lookAt(null);
          }}
        />
      )}
    </div>
  );
}

const KIND_NAMES: Record<Notable["kind"], string> = {
  election: msg("election"),
  fault: msg("fault"),
  store: msg("store"),
  read: msg("read"),
  setting: msg("setting"),
  snapshot: msg("snapshot"),
  violation: msg("violation"),
  workload: msg("load"),
  decision: msg("decision"),
};

function Highlights() {
  const narration = useSim((state) => state.narration);
  const playing = useSim((state) => state.playing);
  const [alertsOnly, setAlertsOnly] = useState(false);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const said = sayable(narration, hideVerdicts);
  const interval = usePage((state) => state.interval);
  const shown = said
    .filter(({ alert, at_us }) => (!alertsOnly || alert) && overlaps(interval, at_us, at_us))
    .toReversed();
  return (
    <div className={css.told}>
      <div className={css.filter}>
        <CheckField
          label={t("Only what went wrong")}
          checked={alertsOnly}
          onChange={setAlertsOnly}
        />
        {narration.length >= NARRATION_MAX && (
          <p>{t("The last {most} events are kept.", { most: NARRATION_MAX })}</p>
        )}
      </div>
      {shown.length === 0 && (
        <p className={css.none}>{playing ? t("Nothing yet.") : t("Nothing yet. Press Play.")}</p>
      )}
      <ol reversed aria-label={t("Events, newest first")}>
        {shown.map((notable) => (
          <Row key={notable.id} notable={notable} />
        ))}
      </ol>
    </div>
  );
}

function Row({ notable }: { notable: Notable }) {
  const { node } = notable;
  const place = useSim((state) => state.world?.nodes[node ?? -1]?.id);
  return (
    <li className={cx(css.row, notable.alert && css.alert)}>
      <button type="button" className={css.goes} onClick={() => goTo(notable)}>
        <span className="quiet no-break">{formatInstant(notable.at_us)}</span>
        <span className={css.kind}>{t(KIND_NAMES[notable.kind])}</span>
        <span className={css.text}>{translate(notable.text)}</span>
      </button>
      {node !== null && place !== undefined && (
        <button type="button" className={css.place} onClick={() => sim.select({ node })}>
          {t("Show {place}", { place })}
        </button>
      )}
    </li>
  );
}

/** To its instant, where the run stands still. */
function goTo({ at_us }: Notable): void {
  sim.pause();
  void sim.seek(at_us);
}

/** The first reading needs no tape. */
interface EventFilter extends Omit<Filter, "kind"> {
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

function Filters({ filter, onChange }: FiltersProps) {
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
