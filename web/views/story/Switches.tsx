/**
 * Elections, commit and how long things may take: settings that can be changed while the run goes on.
 */

import { told } from "@/language/words";
import { useSim } from "@/session/simStore";
import { Section } from "@/ui/Section";
import { SettingGroup } from "./Setting";

export function Switches() {
  const groups = useSim((state) => state.world?.switch_groups ?? []);
  const title = groups.find(({ id }) => id === "delays")?.label ?? "";
  return (
    <>
      <SettingGroup group="lead" />
      <Section title={told(title)}>
        <SettingGroup group="delays" />
      </Section>
    </>
  );
}
