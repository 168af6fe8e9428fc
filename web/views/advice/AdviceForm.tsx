/**
 * The form: zones, what is between them, data, load, limits, and what is tried. Must not know what
 * is made of it.
 */

import { useStore } from "zustand";
import { VALUES } from "@/model/advice/choices";
import {
  type Draft,
  pairsOf,
  withNewZone,
  withoutZone,
  withPair,
  withZone,
} from "@/model/advice/form";
import { adviceStore, editForm } from "@/session/advice/advice";
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
      <form className={css.form} onSubmit={(event) => event.preventDefault()}>
        <Zones form={form} />
        <Pairs form={form} />
        <Load form={form} />
        <Limits form={form} />
        <Tried form={form} />
        {problems.length > 0 && (
          <p role="status" className={css.problem}>
            {problems.map(({ path, text }) => `${path}: ${text}`).join("; ")}
          </p>
        )}
      </form>
    </Problems>
  );
}

function Zones({ form }: PartProps) {
  return (
    <fieldset>
      <legend>Zones</legend>
      <div className={css.wide}>
        <Table rows="dense" words className={cx(css.stacks, css.zones)} caption="Zones">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Region</th>
              <th scope="col">Stores</th>
              <th scope="col">Clients</th>
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
        Add a zone
      </Button>
    </fieldset>
  );
}

interface ZoneRowProps extends PartProps {
  zone: Draft["zones"][number];
  place: number;
}

function ZoneRow({ form, zone, place }: ZoneRowProps) {
  const of = <K extends keyof typeof zone>(key: K, what: string) => ({
    label: `${what} of zone ${place + 1}`,
    path: `zones[${place}].${key}`,
    value: zone[key],
    onChange: (value: (typeof zone)[K]): void =>
      editForm(withZone(form, place, { ...zone, [key]: value })),
  });
  return (
    <tr>
      <td data-label="Name">
        <Entry bare {...of("id", "Name")} />
      </td>
      <td data-label="Region">
        <Entry bare {...of("region", "Region")} />
      </td>
      <td data-label="Stores">
        <NumberEntry bare {...of("stores", "Stores")} />
      </td>
      <td data-label="Clients">
        <NumberEntry bare {...of("clients", "Clients")} />
      </td>
      <td>
        <Button
          small
          kind="quiet"
          aria-label={`Remove zone ${zone.id}`}
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
      <legend>Between zones</legend>
      <Entry
        label="Round trip inside a zone"
        path="links.inside_rtt"
        value={links.inside_rtt}
        onChange={(inside_rtt) => editForm({ ...form, links: { ...links, inside_rtt } })}
      />
      {pairs.length > 0 && (
        <div className={css.wide}>
          <Table rows="dense" words className={css.stacks} caption="Between zones">
            <thead>
              <tr>
                <th scope="col">Between</th>
                <th scope="col">Round trip</th>
                <th scope="col">USD per GB</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map((pair, place) => {
                const name = `${pair.a} and ${pair.b}`;
                const at = `links.between[${pair.place ?? "none"}]`;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names change as they are typed
                  <tr key={place}>
                    <th scope="row">{name}</th>
                    <td data-label="Round trip">
                      <Entry
                        bare
                        label={`Round trip between ${name}`}
                        path={`${at}.rtt`}
                        value={pair.rtt}
                        onChange={(rtt) => editForm(withPair(form, { ...pair, rtt }))}
                      />
                    </td>
                    <td data-label="USD per GB">
                      <NumberEntry
                        bare
                        label={`USD per GB between ${name}`}
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
      <legend>Data and load</legend>
      <FieldRow>
        <NumberEntry
          label="Reads a second"
          path="load.reads_per_s"
          value={load.reads_per_s}
          onChange={(reads_per_s) => setLoad({ reads_per_s })}
        />
        <NumberEntry
          label="Writes a second"
          path="load.writes_per_s"
          value={load.writes_per_s}
          onChange={(writes_per_s) => setLoad({ writes_per_s })}
        />
        <NumberEntry
          label="Rows that a read returns"
          path="load.rows_per_read"
          value={load.rows_per_read}
          onChange={(rows_per_read) => setLoad({ rows_per_read })}
        />
      </FieldRow>
      <FieldRow>
        <NumberEntry
          label="Ranges"
          path="data.ranges"
          value={data.ranges}
          onChange={(ranges) => setData({ ranges })}
        />
        <NumberEntry
          label="Rows"
          path="data.rows"
          value={data.rows}
          onChange={(rows) => setData({ rows })}
        />
        <NumberEntry
          label="Bytes of a value"
          path="data.value_bytes"
          value={data.value_bytes}
          onChange={(value_bytes) => setData({ value_bytes })}
        />
        <SelectField
          label="Values"
          options={VALUES}
          value={data.values}
          onChange={(values) => setData({ values })}
        />
      </FieldRow>
      <p className={css.quiet}>All zones together; each has its clients’ share of the load.</p>
    </fieldset>
  );
}

function Limits({ form }: PartProps) {
  const { limits } = form;
  const set = (patch: Partial<typeof limits>): void =>
    editForm({ ...form, limits: { ...limits, ...patch } });
  return (
    <fieldset>
      <legend>Limits</legend>
      <FieldRow>
        <OptionalEntry
          label="P99 of reads"
          path="limits.p99_of_reads"
          hint="no limit"
          value={limits.p99_of_reads}
          onChange={(p99_of_reads) => set({ p99_of_reads })}
        />
        <OptionalEntry
          label="P99 of writes"
          path="limits.p99_of_writes"
          hint="no limit"
          value={limits.p99_of_writes}
          onChange={(p99_of_writes) => set({ p99_of_writes })}
        />
        <OptionalEntry
          label="Reads may be so old"
          path="limits.staleness"
          hint="the newest"
          value={limits.staleness}
          onChange={(staleness) => set({ staleness })}
        />
        <OptionalEntry
          label="USD a month"
          path="limits.usd_per_month"
          hint="no limit"
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
        label="Reads and writes go on when a zone is lost"
        checked={limits.survive_zone_loss}
        onChange={(survive_zone_loss) => set({ survive_zone_loss })}
      />
    </fieldset>
  );
}
