/** The form: zones, what is between them, data, load, limits, and what is tried. */

import { useStore } from "zustand";
import { spoken, t } from "@/language/words";
import { clauses } from "@/language/written";
import { IDLE, PRODUCTS, VALUES } from "@/model/advice/choices";
import {
  type Draft,
  entered,
  pairsOf,
  withNewZone,
  withoutZone,
  withPair,
  withZone,
} from "@/model/advice/form";
import { adviceStore, editForm } from "@/session/advice/advice";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { CheckField, FieldRow, SelectField } from "@/ui/Fields";
import { CloseIcon } from "@/ui/icons";
import { Table } from "@/ui/Table";
import css from "./advice.module.css";
import { Entry, NumberEntry, OptionalEntry, Problems } from "./fields";
import { Tried } from "./Tried";

interface PartProps {
  form: Draft;
}

export function AdviceForm({ form }: PartProps) {
  const problems = useStore(adviceStore, (state) => state.problems);
  return (
    <Problems value={problems}>
      <form className={cx(asking.form, css.form)} onSubmit={(event) => event.preventDefault()}>
        <Zones form={form} />
        <Pairs form={form} />
        <Load form={form} />
        <Rhythm form={form} />
        <Limits form={form} />
        <Tried form={form} />
        {problems.length > 0 && (
          <p role="status" className="bad breaks">
            {clauses(problems.map(({ path, text }) => `${path}: ${text}`))}
          </p>
        )}
      </form>
    </Problems>
  );
}

function Zones({ form }: PartProps) {
  return (
    <fieldset>
      <legend>{t("Zones")}</legend>
      <div className="narrows scroll-x">
        <Table rows="dense" words className={cx(css.stacks, css.zones)} caption={t("Zones")}>
          <thead>
            <tr>
              <th scope="col">{t("Name")}</th>
              <th scope="col">{t("Region")}</th>
              <th scope="col">{t("Stores")}</th>
              <th scope="col">{t("Clients")}</th>
              <th scope="col">{t("Election ticks")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {form.zones.map((zone, place) => (
              // Zones have no identity but their place while their names are typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: names change as they are typed
              <ZoneRow key={place} form={form} zone={zone} place={place} />
            ))}
          </tbody>
        </Table>
      </div>
      <Button small onClick={() => editForm(withNewZone(form))}>
        {t("Add a zone")}
      </Button>
    </fieldset>
  );
}

interface ZoneRowProps extends PartProps {
  zone: Draft["zones"][number];
  place: number;
}

function ZoneRow({ form, zone, place }: ZoneRowProps) {
  const n = place + 1;
  const of = <K extends keyof typeof zone>(key: K, label: string) => ({
    label,
    path: `zones[${place}].${key}`,
    value: zone[key],
    onChange: (value: (typeof zone)[K]): void =>
      editForm(withZone(form, place, { ...zone, [key]: value })),
  });
  return (
    <tr>
      <td data-label={t("Name")}>
        <Entry bare {...of("id", t("Name of zone {n}", { n }))} />
      </td>
      <td data-label={t("Region")}>
        <Entry bare {...of("region", t("Region of zone {n}", { n }))} />
      </td>
      <td data-label={t("Stores")}>
        <NumberEntry bare {...of("stores", t("Stores of zone {n}", { n }))} />
      </td>
      <td data-label={t("Clients")}>
        <NumberEntry bare {...of("clients", t("Clients of zone {n}", { n }))} />
      </td>
      <td data-label={t("Election ticks")}>
        <OptionalEntry
          bare
          label={t("Election ticks of zone {n}", { n })}
          path={`zones[${place}].election_ticks`}
          hint={t("as in the product")}
          inputMode="numeric"
          value={zone.election_ticks === null ? null : String(zone.election_ticks)}
          onChange={(text) =>
            of("election_ticks", "").onChange(text === null ? null : entered(text))
          }
        />
      </td>
      <td>
        <Button
          small
          kind="quiet"
          aria-label={t("Remove zone {id}", { id: zone.id })}
          disabled={form.zones.length === 1}
          onClick={() => editForm(withoutZone(form, place))}
        >
          <CloseIcon />
        </Button>
      </td>
    </tr>
  );
}

function Pairs({ form }: PartProps) {
  const { links } = form;
  const pairs = pairsOf(form);
  return (
    <fieldset>
      <legend>{t("Between zones")}</legend>
      <Entry
        label={t("Round trip inside a zone")}
        path="links.inside_rtt"
        value={links.inside_rtt}
        onChange={(inside_rtt) => editForm({ ...form, links: { ...links, inside_rtt } })}
      />
      <Entry
        label={t("Jitter between zones")}
        path="links.across_jitter"
        value={links.across_jitter}
        onChange={(across_jitter) => editForm({ ...form, links: { ...links, across_jitter } })}
      />
      {pairs.length > 0 && (
        <div className="narrows scroll-x">
          <Table
            rows="dense"
            words
            className={css.stacks}
            caption={t("Between zones")}
            heads={[t("Between"), t("Round trip"), t("Way there"), t("Jitter"), t("USD per GB")]}
          >
            <tbody>
              {pairs.map((pair, place) => {
                const { a, b } = pair;
                const at = `links.between[${pair.place ?? "none"}]`;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names change as they are typed
                  <tr key={place}>
                    <th scope="row">{t("{a} and {b}", { a, b })}</th>
                    <td data-label={t("Round trip")}>
                      <Entry
                        bare
                        label={t("Round trip between {a} and {b}", { a, b })}
                        path={`${at}.rtt`}
                        value={pair.rtt}
                        onChange={(rtt) => editForm(withPair(form, { ...pair, rtt }))}
                      />
                    </td>
                    <td data-label={t("Way there")}>
                      <OptionalEntry
                        bare
                        label={t("Way from {first} to {second}", {
                          first: pair.first,
                          second: pair.first === a ? b : a,
                        })}
                        path={`${at}.there`}
                        hint={t("half")}
                        value={pair.there}
                        onChange={(there) => editForm(withPair(form, { ...pair, there }))}
                      />
                    </td>
                    <td data-label={t("Jitter")}>
                      <OptionalEntry
                        bare
                        label={t("Jitter between {a} and {b}", { a, b })}
                        path={`${at}.jitter`}
                        hint={links.across_jitter}
                        value={pair.jitter}
                        onChange={(jitter) => editForm(withPair(form, { ...pair, jitter }))}
                      />
                    </td>
                    <td data-label={t("USD per GB")}>
                      <NumberEntry
                        bare
                        label={t("USD per GB between {a} and {b}", { a, b })}
                        path={`${at}.usd_per_gb`}
                        value={pair.usd_per_gb}
                        onChange={(usd_per_gb) => editForm(withPair(form, { ...pair, usd_per_gb }))}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
    </fieldset>
  );
}

function Load({ form }: PartProps) {
  const { data, load } = form;
  const setData = (patch: Partial<typeof data>): void =>
    editForm({ ...form, data: { ...data, ...patch } });
  const setLoad = (patch: Partial<typeof load>): void =>
    editForm({ ...form, load: { ...load, ...patch } });
  return (
    <fieldset>
      <legend>{t("Data and load")}</legend>
      <FieldRow>
        <NumberEntry
          label={t("Reads a second")}
          path="load.reads_per_s"
          value={load.reads_per_s}
          onChange={(reads_per_s) => setLoad({ reads_per_s })}
        />
        <NumberEntry
          label={t("Writes a second")}
          path="load.writes_per_s"
          value={load.writes_per_s}
          onChange={(writes_per_s) => setLoad({ writes_per_s })}
        />
        <NumberEntry
          label={t("Rows that a read returns")}
          path="load.rows_per_read"
          value={load.rows_per_read}
          onChange={(rows_per_read) => setLoad({ rows_per_read })}
        />
      </FieldRow>
      <FieldRow>
        <NumberEntry
          label={t("Ranges")}
          path="data.ranges"
          value={data.ranges}
          onChange={(ranges) => setData({ ranges })}
        />
        <NumberEntry
          label={t("Rows")}
          path="data.rows"
          value={data.rows}
          onChange={(rows) => setData({ rows })}
        />
        <NumberEntry
          label={t("Bytes of a value")}
          path="data.value_bytes"
          value={data.value_bytes}
          onChange={(value_bytes) => setData({ value_bytes })}
        />
        <SelectField
          label={t("Values")}
          options={spoken(VALUES)}
          value={data.values}
          onChange={(values) => setData({ values })}
        />
      </FieldRow>
      <p className="quiet">{t("All zones together; each has its clients’ share of the load.")}</p>
    </fieldset>
  );
}

/** How often Raft groups speak: at many ranges most of what crosses between zones. */
function Rhythm({ form }: PartProps) {
  const { raft } = form;
  const set = (patch: Partial<typeof raft>): void =>
    editForm({ ...form, raft: { ...raft, ...patch } });
  const idle = raft.hibernate === null ? "product" : raft.hibernate ? "sleep" : "wake";
  return (
    <fieldset>
      <legend>{t("Raft’s heartbeats")}</legend>
      <FieldRow>
        <SelectField
          label={t("Defaults of")}
          options={spoken(PRODUCTS)}
          value={raft.product}
          onChange={(product) => set({ product })}
        />
        <OptionalEntry
          label={t("Tick")}
          path="raft.tick"
          hint={t("as in the product")}
          value={raft.tick}
          onChange={(tick) => set({ tick })}
        />
        <SelectField
          label={t("Idle ranges")}
          options={spoken(IDLE)}
          value={idle}
          onChange={(chosen) =>
            set({ hibernate: chosen === "product" ? null : chosen === "sleep" })
          }
        />
      </FieldRow>
    </fieldset>
  );
}

function Limits({ form }: PartProps) {
  const { limits } = form;
  const set = (patch: Partial<typeof limits>): void =>
    editForm({ ...form, limits: { ...limits, ...patch } });
  return (
    <fieldset>
      <legend>{t("Limits")}</legend>
      <FieldRow>
        <OptionalEntry
          label={t("P99 of reads")}
          path="limits.p99_of_reads"
          hint={t("no limit")}
          value={limits.p99_of_reads}
          onChange={(p99_of_reads) => set({ p99_of_reads })}
        />
        <OptionalEntry
          label={t("P99 of writes")}
          path="limits.p99_of_writes"
          hint={t("no limit")}
          value={limits.p99_of_writes}
          onChange={(p99_of_writes) => set({ p99_of_writes })}
        />
        <OptionalEntry
          label={t("Oldest acceptable read")}
          path="limits.staleness"
          hint={t("the newest")}
          value={limits.staleness}
          onChange={(staleness) => set({ staleness })}
        />
        <OptionalEntry
          label={t("USD a month")}
          path="limits.usd_per_month"
          hint={t("no limit")}
          inputMode="decimal"
          value={limits.usd_per_month === null ? null : String(limits.usd_per_month)}
          onChange={(text) =>
            set({
              usd_per_month: text === null || Number.isNaN(Number(text)) ? text : Number(text),
            })
          }
        />
      </FieldRow>
      <CheckField
        label={t("Reads and writes go on when a zone is lost")}
        checked={limits.survive_zone_loss}
        onChange={(survive_zone_loss) => set({ survive_zone_loss })}
      />
    </fieldset>
  );
}
