/** The fields of an act, each by the control of its kind. What is left out is undefined. */

import { digits } from "@/language/numbers";
import { t, translate } from "@/language/words";
import type { ActField, ActKind } from "@/model/acts/act";
import { fieldsOf } from "@/model/acts/acts";
import { fieldKind } from "@/model/acts/fieldKinds";
import { isObject, type Json, type Names, type Option } from "@/model/acts/names";
import { Button } from "@/ui/Button";
import { EnteredField } from "../EnteredField";
import { CheckField, NumberField, SelectField } from "../Fields";
import css from "./acts.module.css";

interface ActFieldsProps {
  kind: ActKind;
  values: Json;
  names: Names;
  /** Fields that nobody enters. */
  without?: readonly string[];
  onChange: (field: string, value: unknown) => void;
}

const NONE: readonly string[] = [];

export function ActFields({ kind, values, names, without = NONE, onChange }: ActFieldsProps) {
  return (
    <div className={css.fields}>
      {fieldsOf(kind)
        .filter(([field]) => !without.includes(field))
        .map(([field, row]) => (
          <Control
            key={`${kind} ${field}`}
            field={row}
            value={values[field]}
            names={names}
            onChange={(value) => onChange(field, value)}
          />
        ))}
    </div>
  );
}

interface ControlProps {
  field: ActField;
  value: unknown;
  names: Names;
  onChange: (value: unknown) => void;
}

function Control(props: ControlProps) {
  const { field, value, names, onChange } = props;
  const { control } = fieldKind(field.is);
  switch (control.by) {
    case "choice":
      return <Choice {...props} options={control.options(names)} none={control.none} />;
    case "range":
      return <Range {...props} />;
    case "number":
      return <Count {...props} />;
    case "amount":
      return <Amount {...props} control={control} />;
    case "flag":
      return (
        <CheckField
          label={t(field.label)}
          checked={value === true}
          onChange={(isSet) => onChange(isSet ? true : undefined)}
        />
      );
    case "text":
      return <Written {...props} example={control.example} read={control.read} />;
    case "settings":
      return <SettingsField value={value} {...names} onChange={onChange} />;
  }
}

interface ChoiceProps extends ControlProps {
  options: readonly Option[];
  /** What leaving it out means, where that may be. */
  none?: string | undefined;
}

/** What stands in a file stays there to be seen, also where there is no such thing. */
function Choice({ field, value, options, none, onChange }: ChoiceProps) {
  const present = value === undefined || value === null ? "" : String(value);
  const all = none === undefined ? options : [{ value: "", label: t(none) }, ...options];
  const isKnown = all.some((option) => option.value === present);
  const unknown = {
    value: present,
    label: present === "" ? t("Choose…") : t("{id} (not there)", { id: present }),
  };
  return (
    <SelectField
      label={t(field.label)}
      options={isKnown ? all : [unknown, ...all]}
      value={present}
      onChange={(next) => onChange(next === "" ? undefined : next)}
    />
  );
}

/** Where there is one range there is nothing to choose; where more may come, its number is entered. */
function Range(props: ControlProps) {
  const { value, names, onChange } = props;
  const { ranges, moreRanges } = names;
  if (moreRanges) return <Count {...props} />;
  if (ranges.length < 2) return null;
  const options = ranges.map((id) => ({ value: String(id), label: t("range {id}", { id }) }));
  return (
    <Choice
      {...props}
      value={value}
      options={options}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}

function Count(props: ControlProps) {
  const { field, value, names, onChange } = props;
  const { min, max } = field.bounds ?? { min: 0, max: countMax(field, names) };
  const { atRest = min } = field;
  if (value !== undefined && typeof value !== "number") return <Written {...props} />;
  return (
    <NumberField
      label={t(field.label)}
      value={value ?? atRest}
      min={min}
      max={max}
      onChange={(next) => onChange(field.optional && next === atRest ? undefined : next)}
    />
  );
}

function countMax({ is }: ActField, { lastKey }: Names): number {
  return is === "key" ? lastKey : Number.MAX_SAFE_INTEGER;
}

interface AmountProps extends ControlProps {
  control: Extract<ReturnType<typeof fieldKind>["control"], { by: "amount" }>;
}

/** In the page's unit; 0 leaves out what may be left out. */
function Amount(props: AmountProps) {
  const { field, value, control, onChange } = props;
  const { unit, scale, read, write, hint } = control;
  const { min, max } = field.bounds ?? { min: 0, max: scale * 100 };
  const amount = value === undefined ? 0 : read(value);
  if (amount === undefined) return <Written {...props} />;
  const [least, most] = [field.optional ? 0 : min / scale, max / scale];
  return (
    <NumberField
      label={t(field.label)}
      unit={unit}
      value={rounded(amount / scale)}
      min={least}
      max={most}
      whole={false}
      hint={hint && t(hint, { least: digits(least, 6), most: digits(most, 6) })}
      onChange={(next) => onChange(field.optional && next === 0 ? undefined : write(next * scale))}
    />
  );
}

/** Without what binary fractions add. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(12));
}

interface WrittenProps extends ControlProps {
  example?: string;
  read?: (text: string) => unknown;
}

/** As files write it, of which the engine says what is wrong. */
function Written({ field, value, example = "", read = textOrNothing, onChange }: WrittenProps) {
  return (
    <EnteredField
      label={t(field.label)}
      hint={example}
      value={value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value)}
      onChange={(text) => onChange(read(text))}
    />
  );
}

function textOrNothing(text: string): string | undefined {
  return text === "" ? undefined : text;
}

const NUMBER_MAX = 100_000_000;

interface SettingsFieldProps extends Pick<Names, "switches" | "atRest"> {
  value: unknown;
  onChange: (value: unknown) => void;
}

function SettingsField({ value, switches, atRest, onChange }: SettingsFieldProps) {
  const set = isObject(value) ? value : {};
  const rest = switches.filter(({ key }) => !Object.hasOwn(set, key));
  const without = (key: string): void => {
    const { [key]: _gone, ...others } = set;
    onChange(others);
  };
  return (
    <div className={css.settings}>
      {Object.entries(set).map(([key, one]) => {
        const info = switches.find((known) => known.key === key);
        const name = info === undefined ? key : translate(info.label);
        return (
          <div key={key} className={css.setting}>
            <SettingValue
              name={name}
              info={info}
              value={one}
              onChange={(next) => onChange({ ...set, [key]: next })}
            />
            <Button
              small
              kind="quiet"
              aria-label={t("Leave out {name}", { name })}
              onClick={() => without(key)}
            >
              {t("Leave out")}
            </Button>
          </div>
        );
      })}
      <SelectField
        label={t("Also set")}
        options={[
          { value: "", label: t("Choose a switch…") },
          ...rest.map(({ key, label }) => ({ value: key as string, label: translate(label) })),
        ]}
        value=""
        onChange={(key) => {
          if (key !== "") onChange({ ...set, [key]: turned(atRest?.[key as keyof typeof atRest]) });
        }}
      />
    </div>
  );
}

/** What is off goes on: a setting as it was would change nothing. */
function turned(value: unknown): unknown {
  return typeof value === "boolean" ? !value : (value ?? true);
}

interface SettingValueProps {
  name: string;
  info: Names["switches"][number] | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

function SettingValue({ name, info, value, onChange }: SettingValueProps) {
  if (typeof value === "boolean") {
    return (
      <SelectField
        label={name}
        options={[
          { value: "on", label: t("on") },
          { value: "off", label: t("off") },
        ]}
        value={value ? "on" : "off"}
        onChange={(next) => onChange(next === "on")}
      />
    );
  }
  if (typeof value === "number") {
    return <NumberField label={name} value={value} min={0} max={NUMBER_MAX} onChange={onChange} />;
  }
  const options =
    info?.values.map(({ id, label }) => ({ value: id, label: translate(label) })) ?? [];
  if (typeof value === "string" && options.some((option) => option.value === value)) {
    return <SelectField label={name} options={options} value={value} onChange={onChange} />;
  }
  const isList = Array.isArray(value);
  return (
    <EnteredField
      label={isList ? t("{name}, with commas", { name }) : name}
      value={isList ? value.join(", ") : String(value)}
      onChange={(text) => onChange(isList ? text.split(/[\s,]+/).filter(Boolean) : text)}
    />
  );
}
