/**
 * A control for each kind of field that an action can have. What is left empty is left out. Must not
 * know which action it is of.
 */

import type { Tunable } from "@/engine/types";
import { READ_MODES, WORK } from "@/engine/vocabulary";
import { msg, t } from "@/language/words";
import type { ActField } from "@/model/acts/kinds";
import { faultsBefore, type Script, type Scripted } from "@/model/acts/script";
import { CheckField, NumberField, SelectField } from "@/ui/Fields";
import { EnteredField } from "./EnteredField";
import { SettingsField } from "./SettingsField";

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
const RANGE_MAX = 10_000;
const DRIFT_PERCENT_MAX = 90;
const PPM_PER_PERCENT = 10_000;

const TUNABLES: Readonly<Record<Tunable, string>> = {
  cores: msg("Cores of a machine"),
  bandwidth: msg("Bandwidth of a link"),
  window: msg("Bytes in flight on a link"),
  clients: msg("Clients of a load"),
  rate: msg("Requests per second of a load"),
  cost: msg("Core time of a piece of work"),
};

interface FieldProps {
  field: ActField;
  value: unknown;
  script: Script;
  act: Scripted;
  onChange: (value: unknown) => void;
}

export function ActFieldOf(props: FieldProps) {
  const { field, value, script, act, onChange } = props;
  const { optional } = field;
  const label = t(field.label);
  const { names } = script;
  const choice = (ids: readonly string[], none?: string) => (
    <Choice label={label} ids={ids} none={none} value={value} onChange={onChange} />
  );
  const number = (min: number, max: number, value_: unknown) => (
    <NumberField
      label={label}
      value={typeof value_ === "number" ? value_ : min}
      min={min}
      max={max}
      onChange={onChange}
    />
  );
  const entered = <Entered {...props} />;
  switch (field.is) {
    case "place":
      return choice([...names.zones, ...names.stores, ...names.gateways]);
    case "store":
      return choice(names.stores);
    case "machine":
      return choice([...names.stores, ...names.gateways]);
    case "gateway":
      return choice([...names.gateways, ...names.zones]);
    case "workload":
      return choice(names.workloads);
    case "of":
      return choice([
        ...names.stores,
        ...names.gateways,
        ...names.others,
        ...names.workloads,
        ...names.zones.flatMap((from) => names.zones.map((to) => `${from}>${to}`)),
        ...WORK,
      ]);
    case "fault":
      return choice(faultsBefore(script.acts, act), t("All of the network"));
    case "mode":
      return choice(Object.keys(READ_MODES), t("As set"));
    case "tunable":
      return (
        <SelectField
          label={label}
          options={(Object.keys(TUNABLES) as Tunable[]).map((id) => ({
            value: id,
            label: t(TUNABLES[id]),
          }))}
          value={value as Tunable}
          onChange={onChange}
        />
      );
    case "range":
      return number(0, RANGE_MAX, value ?? 0);
    case "key":
      return number(0, COUNT_MAX, value);
    case "count":
      return optional ? entered : number(0, COUNT_MAX, value);
    case "flag":
      return (
        <CheckField
          label={label}
          checked={value === true}
          onChange={(isSet) => onChange(isSet ? true : undefined)}
        />
      );
    case "ppm":
      return (
        <NumberField
          label={label}
          unit="%"
          value={typeof value === "number" ? value / PPM_PER_PERCENT : 0}
          min={-DRIFT_PERCENT_MAX}
          max={DRIFT_PERCENT_MAX}
          hint={t("below 0 slow, above 0 fast; from −90 to 90")}
          whole={false}
          onChange={(percent) => onChange(Math.round(percent * PPM_PER_PERCENT))}
        />
      );
    case "settings":
      return <SettingsField value={value} onChange={onChange} />;
    case "duration":
    case "bandwidth":
    case "share":
    case "size":
    case "keys":
    case "chances":
      return entered;
  }
}

interface ChoiceProps {
  label: string;
  ids: readonly string[];
  /** What leaving it out means, where that may be. */
  none?: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** What stands in the file stays there to be seen, also where there is no such thing. */
function Choice({ label, ids, none, value, onChange }: ChoiceProps) {
  const present = typeof value === "string" ? value : "";
  const known = ids.map((id) => ({ value: id, label: id }));
  const first = none === undefined ? [] : [{ value: "", label: none }];
  const options = [...first, ...known];
  const isKnown = options.some((option) => option.value === present);
  const unknown = {
    value: present,
    label: present === "" ? t("Choose…") : t("{id} (not there)", { id: present }),
  };
  return (
    <SelectField
      label={label}
      options={isKnown ? options : [unknown, ...options]}
      value={present}
      onChange={(next) => onChange(next === "" ? undefined : next)}
    />
  );
}

/** Amounts with their units, as files write them. */
function Entered({ field: { is, label: english }, value, onChange }: FieldProps) {
  const label = t(english);
  const isShare = is === "share";
  const shown = isShare && typeof value === "number" ? value * 100 : value;
  const read = is === "keys" ? readList : is === "chances" ? readWords : readEntered;
  return (
    <EnteredField
      label={isShare ? t("{label}, {unit}", { label, unit: "%" }) : label}
      hint={HINTS[is] ?? ""}
      value={shown === undefined ? "" : Array.isArray(shown) ? shown.join(", ") : String(shown)}
      onChange={(text) => onChange(read(text, isShare))}
    />
  );
}

const HINTS: Readonly<Partial<Record<ActField["is"], string>>> = {
  duration: "20ms",
  bandwidth: "100Mbps",
  share: "1",
  size: "4, 100Mbps, 2us",
  keys: "1, 5, 9",
  chances: "elections",
};

/** A number where it is one; else the text, of which the engine says what is wrong. */
function readEntered(text: string, isShare: boolean): number | string | undefined {
  if (text === "") return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return isShare ? Number((number / 100).toPrecision(12)) : number;
}

/** Words as a list; nothing at all is left out. */
function readWords(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  return words.length === 0 ? undefined : words;
}

/** Keys as a list; where one is no number the text stays, of which the engine says what is wrong. */
function readList(text: string): number[] | string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const keys = words.map((word) => Number(word.replace(/^k/, "")));
  return keys.every(Number.isInteger) ? keys : text;
}
