/**
 * Every action by named controls: choose a verb, fill in its places, do it.
 * Must not know what an action means; verbs.ts makes it, the engine judges it.
 */

import { useState } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import type { VerbId } from "@/model/acts/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { CheckField, FieldRow, NumberField, SelectField } from "@/ui/Fields";
import { lastKey, machines, places, ranges, stores } from "./places";
import { actionOf, type Form, VERBS, type Verb } from "./verbs";

const DELAY_MS_MAX = 60_000;
const DRIFT_PERCENT_MAX = 90;
const BANDWIDTH_MBPS_MAX = 100_000;

export function InjectAction() {
  const world = useSim((state) => state.world);
  const asked = usePage((page) => page.sentTo);
  if (world === null) return null;
  const key = `${world.title}/${world.nodes.length}/${asked.turn}`;
  return <ActionForm key={key} world={world} first={asked.verb ?? "cut"} />;
}

/** `first`: the action that it shows until another is chosen. */
function ActionForm({ world, first }: { world: World; first: VerbId }) {
  const [verbId, setVerb] = useState<VerbId>(first);
  const [form, setForm] = useState(() => firstForm(world));
  const shownRange = useSim((state) => String(state.range));
  const verb = VERBS.find(({ id }) => id === verbId);
  if (verb === undefined) return null;
  const filled = { ...form, range: form.range === "" ? shownRange : form.range };
  const action = actionOf(verbId, filled);
  const change = (changes: Partial<Form>): void => setForm({ ...form, ...changes });
  return (
    <form
      className="grid"
      aria-label={t("Break something")}
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof action !== "string") void sim.act(action);
      }}
    >
      <SelectField
        label={t("Action")}
        bare
        options={verbsOf(world).map(({ id, label }) => ({ value: id, label: t(label) }))}
        value={verbId}
        onChange={setVerb}
      />
      <p className="hint">{t(verb.text)}</p>
      <VerbFields world={world} fields={verb.fields} form={filled} change={change} />
      <div className="row wrap">
        <Button type="submit" disabled={typeof action === "string"}>
          {t(verb.button)}
        </Button>
        {typeof action === "string" && <p className="hint">{action}</p>}
      </div>
    </form>
  );
}

interface VerbFieldsProps {
  world: World;
  fields: (typeof VERBS)[number]["fields"];
  form: Form;
  change: (changes: Partial<Form>) => void;
}

function VerbFields({ world, fields, form, change }: VerbFieldsProps) {
  const has = (field: (typeof fields)[number]): boolean => fields.includes(field);
  const ends = places(world);
  return (
    <>
      <FieldRow>
        {has("from") && (
          <SelectField
            label={t("From")}
            options={ends}
            value={form.from}
            onChange={(from) => change({ from })}
          />
        )}
        {has("to") && (
          <SelectField
            label={t("To")}
            options={ends}
            value={form.to}
            onChange={(to) => change({ to })}
          />
        )}
        {has("place") && (
          <SelectField
            label={t("Place")}
            options={ends}
            value={form.place}
            onChange={(place) => change({ place })}
          />
        )}
        {has("store") && (
          <SelectField
            label={t("Store")}
            options={stores(world)}
            value={form.store}
            onChange={(store) => change({ store })}
          />
        )}
        {has("machine") && (
          <SelectField
            label={t("Store or gateway")}
            options={machines(world)}
            value={form.machine}
            onChange={(machine) => change({ machine })}
          />
        )}
        {has("toStore") && (
          <SelectField
            label={t("To store")}
            options={stores(world)}
            value={form.toStore}
            onChange={(toStore) => change({ toStore })}
          />
        )}
        {has("range") && world.ranges.length > 1 && (
          <SelectField
            label={t("Range")}
            options={ranges(world)}
            value={form.range}
            onChange={(range) => change({ range })}
          />
        )}
        {has("into") && (
          <SelectField
            label={t("Into range")}
            options={ranges(world)}
            value={form.into}
            onChange={(into) => change({ into })}
          />
        )}
        {has("key") && (
          <NumberField
            label={t("First key of the new range")}
            value={form.key}
            min={0}
            max={lastKey(world)}
            onChange={(key) => change({ key })}
          />
        )}
      </FieldRow>
      {has("learner") && (
        <CheckField
          label={t("Keep it a learner (no vote)")}
          checked={form.learner}
          onChange={(learner) => change({ learner })}
        />
      )}
      {has("drift") && (
        <NumberField
          label={t("Clock drift")}
          unit="%"
          value={form.driftPercent}
          min={-DRIFT_PERCENT_MAX}
          max={DRIFT_PERCENT_MAX}
          hint={t("below 0 slow, above 0 fast; from −90 to 90")}
          whole={false}
          onChange={(driftPercent) => change({ driftPercent })}
        />
      )}
      {has("link") && <LinkFields form={form} change={change} />}
      {has("oneWay") && (
        <CheckField
          label={t("One way only")}
          checked={form.oneWay}
          onChange={(oneWay) => change({ oneWay })}
        />
      )}
    </>
  );
}

function LinkFields({ form, change }: Pick<VerbFieldsProps, "form" | "change">) {
  return (
    <FieldRow>
      <NumberField
        label={t("Delay")}
        unit="ms"
        value={form.delayMs}
        min={0}
        max={DELAY_MS_MAX}
        whole={false}
        onChange={(delayMs) => change({ delayMs })}
      />
      <NumberField
        label={t("Jitter")}
        unit="ms"
        value={form.jitterMs}
        min={0}
        max={DELAY_MS_MAX}
        whole={false}
        onChange={(jitterMs) => change({ jitterMs })}
      />
      <NumberField
        label={t("Packet loss")}
        unit="%"
        value={form.lossPercent}
        min={0}
        max={100}
        whole={false}
        onChange={(lossPercent) => change({ lossPercent })}
      />
      <NumberField
        label={t("Message loss")}
        unit="%"
        value={form.vanishPercent}
        min={0}
        max={100}
        whole={false}
        onChange={(vanishPercent) => change({ vanishPercent })}
      />
      <NumberField
        label={t("Bandwidth")}
        unit="Mbit/s"
        value={form.bandwidthMbps}
        min={0}
        max={BANDWIDTH_MBPS_MAX}
        whole={false}
        onChange={(bandwidthMbps) => change({ bandwidthMbps })}
      />
    </FieldRow>
  );
}

/** What can be done here: a clock's rate matters where reads go by leases. */
function verbsOf({ read_modes }: World): readonly Verb[] {
  const hasLease = read_modes.some(({ id }) => id === "lease");
  return VERBS.filter(({ id }) => id !== "set_clock" || hasLease);
}

function firstForm(world: World): Form {
  const [first, second] = world.zones;
  const store = world.nodes.find(({ kind }) => kind === "store")?.id ?? "";
  return {
    from: first?.id ?? "",
    to: second?.id ?? first?.id ?? "",
    place: first?.id ?? "",
    store,
    machine: store,
    toStore: world.nodes.findLast(({ kind }) => kind === "store")?.id ?? store,
    range: "",
    key: Math.floor((lastKey(world) + 1) / 2),
    into: String(world.ranges[0]?.id ?? 0),
    learner: false,
    driftPercent: 1,
    oneWay: false,
    delayMs: 20,
    jitterMs: 0,
    lossPercent: 0,
    vanishPercent: 0,
    bandwidthMbps: 0,
  };
}
