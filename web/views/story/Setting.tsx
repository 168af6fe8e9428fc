/** Switches that can be turned while the run goes on: one alone, or all of a group. */

import { useId } from "react";
import type { Settings, SwitchInfo, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { durationUs, typedDuration } from "@/model/durations";
import { isOff, lacksDriver, meaningOf } from "@/model/switches";
import { capitalised } from "@/model/text";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { CheckField, NumberField, TextField } from "@/ui/Fields";
import { Segmented } from "@/ui/Segmented";
import { Switch } from "@/ui/Switch";
import { useEntered } from "@/ui/useEntered";
import css from "./story.module.css";

const NUMBER_MAX = 100_000_000;

/** Nothing for one that stands below another. */
export function Setting({ name }: { name: keyof Settings }) {
  const info = useSim((state) => state.world?.switches.find(({ key }) => key === name));
  return info === undefined || info.needs !== null ? null : <WithThose info={info} />;
}

export function SettingGroup({ group }: { group: SwitchInfo["group"] }) {
  const world = useSim((state) => state.world);
  if (world === null) return null;
  const all = world.switches.filter((info) => info.group === group);
  return (
    <>
      {all.some((info) => lacksDriver(info, world)) && (
        <p className="hint">
          {t("This scenario has no placement driver: what needs one cannot be turned on.")}
        </p>
      )}
      {all.map((info) => info.needs === null && <WithThose key={info.key} info={info} />)}
    </>
  );
}

/** With those below it, which do nothing without it. */
function WithThose({ info }: { info: SwitchInfo }) {
  const world = useSim((state) => state.world);
  const settings = useSim((state) => state.frame?.settings);
  if (world === null || settings === undefined) return null;
  const below = world.switches.filter(({ needs }) => needs === info.key);
  const shown = isOff(settings[info.key]) ? [] : below;
  const control = <Control info={info} settings={settings} world={world} />;
  if (below.length === 0) return control;
  return (
    <div className="grid-1">
      {control}
      {shown.map((one) => (
        <Control key={one.key} info={one} settings={settings} world={world} />
      ))}
    </div>
  );
}

interface ControlProps {
  info: SwitchInfo;
  settings: Settings;
  world: World;
}

function Control({ info, settings, world }: ControlProps) {
  const value = settings[info.key];
  const label = translate(info.label);
  const hint = translate(meaningOf(info, value));
  const disabled = lacksDriver(info, world);
  const set = (next: Settings[keyof Settings]): void =>
    void sim.act({ do: "set", settings: { [info.key]: next } });
  switch (info.control) {
    case "toggle":
      return (
        <Switch
          label={label}
          hint={hint}
          checked={!isOff(value)}
          disabled={disabled}
          onChange={set}
        />
      );
    case "duration":
      return <DurationField label={label} hint={hint} value={String(value)} onChange={set} />;
    case "number":
      return (
        <NumberField
          label={label}
          unit={translate(info.unit)}
          value={Number(value)}
          min={0}
          max={NUMBER_MAX}
          onChange={set}
        />
      );
    case "choice": {
      const options = info.values.map(({ id, label: word, text }) => ({
        value: id,
        label: capitalised(translate(word), []),
        text: translate(text),
      }));
      return (
        <Choice
          label={label}
          options={options}
          value={String(value)}
          disabled={disabled}
          onChange={(next) => set(next as Settings[keyof Settings])}
        />
      );
    }
    case "zones":
      return <Zones label={label} hint={hint} chosen={value as string[]} world={world} set={set} />;
  }
}

interface ZonesProps {
  label: string;
  hint: string;
  chosen: readonly string[];
  world: World;
  set: (next: string[]) => void;
}

/** On in all zones or in some. */
function Zones({ label, hint, chosen, world, set }: ZonesProps) {
  const zones = world.zones.map(({ id }) => id);
  const turn = (next: readonly string[]): void => set(zones.filter((zone) => next.includes(zone)));
  return (
    <>
      <Switch
        label={label}
        hint={hint}
        checked={chosen.length > 0}
        onChange={(on) => turn(on ? zones : [])}
      />
      {chosen.length > 0 && (
        <fieldset className={css.zones}>
          <legend className="small">{t("Into zones")}</legend>
          {zones.map((zone) => (
            <CheckField
              key={zone}
              label={zone}
              checked={chosen.includes(zone)}
              onChange={(on) =>
                turn(on ? [...chosen, zone] : chosen.filter((other) => other !== zone))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; text: string }[];
  value: T;
  disabled?: boolean | undefined;
  onChange: (value: T) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, options, value, disabled, onChange } = props;
  const textId = useId();
  return (
    <div className="grid-1">
      <p className="hint">{label}</p>
      <Segmented
        label={label}
        options={options}
        value={value}
        columns={2}
        small
        disabled={disabled}
        describedBy={textId}
        onChange={onChange}
      />
      <p id={textId} className="hint">
        {options.find((option) => option.value === value)?.text}
      </p>
    </div>
  );
}

interface DurationFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

function DurationField({ label, hint, value, onChange }: DurationFieldProps) {
  const { text, setText } = useEntered(value);
  const hintId = useId();
  const entered = typedDuration(text);
  const wrong = durationUs(entered) === undefined;
  return (
    <form
      className="grid-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && entered !== value) onChange(entered);
      }}
    >
      <div className={css.withButton}>
        <TextField
          label={label}
          value={text}
          onChange={setText}
          aria-invalid={wrong}
          aria-describedby={hintId}
        />
        <Button
          type="submit"
          disabled={wrong || entered === value}
          aria-label={t("Set {label}", { label })}
        >
          {t("Set")}
        </Button>
      </div>
      <p id={hintId} className="hint">
        {wrong ? t("A number and its unit: 250us, 3ms or 1.5s.") : hint}
      </p>
    </form>
  );
}
