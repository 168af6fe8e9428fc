/**
 * One setting alone, for where it is asked for: the control that stands among its like in the panel.
 * Must not know who asks.
 */

import type { Settings } from "@/protocol/engine";
import { READ_SWITCHES, SAFE_TIMES, TIMESTAMPS } from "@/store/readSwitches";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { COMPRESSION, WRITE_SWITCHES } from "@/store/writeSwitches";
import { Switch } from "@/ui/Switch";
import { Choice } from "./Choice";
import { DurationField } from "./DurationField";
import { LEAD_SWITCHES } from "./leadSwitches";
import { DURATIONS } from "./settingFields";
import { FollowerReplication } from "./TravelGroup";

/** On or off, in one list. */
const SWITCHES = [
  ...LEAD_SWITCHES.map(({ key, name, text }) => ({ key, name, on: text, off: text })),
  ...READ_SWITCHES,
  ...WRITE_SWITCHES,
];

function set(changes: Partial<Settings>): void {
  void sim.act({ do: "set", settings: changes });
}

/** Settings that have no control of their own show nothing. */
export function OneSetting({ name }: { name: keyof Settings }) {
  const settings = useSim((state) => state.frame?.settings);
  if (settings === undefined) return null;
  const known = SWITCHES.find(({ key }) => key === name);
  if (known !== undefined) {
    return (
      <Switch
        label={known.name}
        hint={settings[known.key] ? known.on : known.off}
        checked={settings[known.key]}
        onChange={(on) => set({ [known.key]: on })}
      />
    );
  }
  return <OfSeveral name={name} settings={settings} />;
}

function OfSeveral({ name, settings }: { name: keyof Settings; settings: Settings }) {
  switch (name) {
    case "read_mode":
      return <ReadMode settings={settings} />;
    case "follower_replication":
      return <FollowerReplication settings={settings} />;
    case "compression":
      return (
        <Switch
          label={COMPRESSION.name}
          hint={settings.compression === "none" ? COMPRESSION.off : COMPRESSION.on}
          checked={settings.compression !== "none"}
          onChange={(on) => set({ compression: on ? "lz4" : "none" })}
        />
      );
    case "timestamps":
      return (
        <Choice
          label="Timestamps"
          options={TIMESTAMPS}
          value={settings.timestamps}
          onChange={(timestamps) => set({ timestamps })}
        />
      );
    case "safe_time":
      return (
        <Choice
          label="Safe times"
          options={SAFE_TIMES}
          value={settings.safe_time}
          onChange={(safe_time) => set({ safe_time })}
        />
      );
    case "apply_delay":
    case "request_timeout":
    case "lease":
    case "staleness":
      return (
        <DurationField
          label={DURATIONS[name].name}
          hint={DURATIONS[name].text}
          value={settings[name]}
          onChange={(text) => set({ [name]: text })}
        />
      );
    default:
      return null;
  }
}

/** With what the chosen mode promises. */
function ReadMode({ settings }: { settings: Settings }) {
  const modes = useSim((state) => state.world?.read_modes ?? []);
  const options = modes.map(({ id, label, promise }) => ({ value: id, label, text: promise }));
  return (
    <Choice
      label="Read mode"
      options={options}
      value={settings.read_mode}
      onChange={(read_mode) => set({ read_mode })}
    />
  );
}
