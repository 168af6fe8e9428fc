/**
 * The switches of one group of reads, each with what it does; they can be turned while the run goes
 * on. Must not know what a switch does.
 */

import type { ReadMode, Settings } from "@/protocol/engine";
import {
  ADAPTIVE_BY,
  FOLLOWER_CHOICE,
  type ReadGroup as Group,
  READ_SWITCHES,
  SAFE_TIMES,
  TIMESTAMPS,
} from "@/store/readSwitches";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { NumberField } from "@/ui/Fields";
import { Switch } from "@/ui/Switch";
import { Choice } from "./Choice";
import { DurationField } from "./DurationField";
import { DURATIONS } from "./settingFields";

const THRESHOLD_MAX = 100_000_000;

function set(changes: Partial<Settings>): void {
  void sim.act({ do: "set", settings: changes });
}

export function ReadGroup({ group }: { group: Group }) {
  const settings = useSim((state) => state.frame?.settings);
  const modes = useSim((state) => state.world?.read_modes.map(({ id }) => id) ?? []);
  if (settings === undefined) return null;
  return (
    <>
      {group === "lease" && <Lease settings={settings} />}
      {group === "time" && <Times settings={settings} modes={modes} />}
      {group === "choice" && <Adaptive settings={settings} />}
      {READ_SWITCHES.filter((one) => one.group === group).map(({ key, name, on, off }) => (
        <Switch
          key={key}
          label={name}
          hint={settings[key] ? on : off}
          checked={settings[key]}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
    </>
  );
}

interface Of {
  settings: Settings;
}

function Lease({ settings }: Of) {
  return (
    <DurationField
      label={DURATIONS.lease.name}
      hint={DURATIONS.lease.text}
      value={settings.lease}
      onChange={(lease) => set({ lease })}
    />
  );
}

function Times({ settings, modes }: Of & { modes: readonly ReadMode[] }) {
  return (
    <>
      {modes.includes("version") && (
        <Choice
          label="Timestamps"
          options={TIMESTAMPS}
          value={settings.timestamps}
          onChange={(timestamps) => set({ timestamps })}
        />
      )}
      {modes.includes("stale") && (
        <>
          <Choice
            label="Safe times"
            options={SAFE_TIMES}
            value={settings.safe_time}
            onChange={(safe_time) => set({ safe_time })}
          />
          <DurationField
            label={DURATIONS.staleness.name}
            hint={DURATIONS.staleness.text}
            value={settings.staleness}
            onChange={(staleness) => set({ staleness })}
          />
        </>
      )}
    </>
  );
}

function Adaptive({ settings }: Of) {
  return (
    <>
      <Choice
        label="Decided by"
        options={ADAPTIVE_BY}
        value={settings.adaptive_by}
        onChange={(adaptive_by) => set({ adaptive_by })}
      />
      <NumberField
        label="Threshold"
        unit="bytes"
        value={settings.adaptive_threshold}
        min={0}
        max={THRESHOLD_MAX}
        onChange={(adaptive_threshold) => set({ adaptive_threshold })}
      />
      <Choice
        label="Followers"
        options={FOLLOWER_CHOICE}
        value={settings.follower_choice}
        onChange={(follower_choice) => set({ follower_choice })}
      />
    </>
  );
}
