/**
 * How a group is led, and how long things may take: settings that can be changed while the run
 * goes on.
 */

import { useSim } from "@/store/simStore";
import { Fold, Section } from "@/ui/Section";
import { SettingGroup } from "./Setting";

export function Switches() {
  const groups = useSim((state) => state.world?.switch_groups ?? []);
  const titleOf = (group: string) => groups.find(({ id }) => id === group)?.label ?? "";
  return (
    <Section title={titleOf("lead")}>
      <SettingGroup group="lead" />
      <Fold title={titleOf("delays")}>
        <SettingGroup group="delays" />
      </Fold>
    </Section>
  );
}
