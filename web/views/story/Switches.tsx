/**
 * The settings that can be changed while the run goes on, each with one sentence.
 */

import type { Settings } from "@/protocol/engine";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Section } from "@/ui/Section";
import { Switch } from "@/ui/Switch";
import { DurationField } from "./DurationField";
import { LEAD_SWITCHES } from "./leadSwitches";
import { DURATIONS } from "./settingFields";

export function Switches() {
  const settings = useSim((state) => state.frame?.settings);
  if (settings === undefined) return null;
  const set = (changes: Partial<Settings>): void => {
    void sim.act({ do: "set", settings: changes });
  };
  return (
    <>
      {LEAD_SWITCHES.map(({ key, name, text }) => (
        <Switch
          key={key}
          label={name}
          hint={text}
          checked={settings[key]}
          onChange={(on) => set({ [key]: on })}
        />
      ))}
      <Section title="Timeouts and delays">
        {[DURATIONS.apply_delay, DURATIONS.request_timeout].map(({ key, name, text }) => (
          <DurationField
            key={key}
            label={name}
            hint={text}
            value={settings[key]}
            onChange={(duration) => set({ [key]: duration })}
          />
        ))}
      </Section>
    </>
  );
}
