/** The switches that an action sets, as the engine lists them for the open run. */

import { t, translate } from "@/language/words";
import { isObject, type Names } from "@/model/acts/names";
import { Button } from "../Button";
import { EnteredField } from "../EnteredField";
import { NumberField, SelectField } from "../Fields";
import css from "./acts.module.css";

const NUMBER_MAX = 100_000_000;

interface SettingsFieldProps extends Pick<Names, "switches" | "atRest"> {
  value: unknown;
  onChange: (value: unknown) => void;
}

export function SettingsField({ value, switches, atRest, onChange }: SettingsFieldProps) {
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
