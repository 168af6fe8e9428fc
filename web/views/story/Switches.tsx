/**
 * The settings that can be changed while the run goes on, each with one sentence.
 */

import type { Settings } from "@/protocol/engine";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Fold, Section } from "@/ui/Section";
import { Switch } from "@/ui/Switch";
import { DurationField } from "./DurationField";

export function Switches() {
  const settings = useSim((state) => state.frame?.settings);
  if (settings === undefined) return null;
  const set = (changes: Partial<Settings>): void => {
    void sim.act({ do: "set", settings: changes });
  };
  return (
    <Section title="How the group is led">
      <Switch
        label="Check quorum"
        hint="A leader that has not heard from a majority for an election timeout steps down."
        checked={settings.check_quorum}
        onChange={(check_quorum) => set({ check_quorum })}
      />
      <Switch
        label="Pre-vote"
        hint="A store asks whether it could win before it raises its term, so that one that was cut off does not depose a working leader."
        checked={settings.pre_vote}
        onChange={(pre_vote) => set({ pre_vote })}
      />
      <Switch
        label="Lazy commits"
        hint="Followers learn what is committed with the next append or heartbeat, not by a message of its own."
        checked={settings.skip_commit_broadcast}
        onChange={(skip_commit_broadcast) => set({ skip_commit_broadcast })}
      />
      <Fold title="Delays and deadlines">
        <DurationField
          label="Apply delay"
          hint="How long a committed entry waits before a store applies it. Reads see what is applied."
          value={settings.apply_delay}
          onChange={(apply_delay) => set({ apply_delay })}
        />
        <DurationField
          label="Request deadline"
          hint="A client gives up after this long; the outcome of a write is then unknown."
          value={settings.request_timeout}
          onChange={(request_timeout) => set({ request_timeout })}
        />
      </Fold>
    </Section>
  );
}
