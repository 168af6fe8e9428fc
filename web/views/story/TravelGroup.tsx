/**
 * The switches of one group, each with what it does; they can be turned while the run goes on.
 */

import { useId } from "react";

import type { Settings } from "@/protocol/engine";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import {
  COMPRESSION,
  FOLLOWER_REPLICATION,
  POLICIES,
  type SwitchGroup,
  WRITE_SWITCHES,
} from "@/store/writeSwitches";
import { CheckField } from "@/ui/Fields";
import { Segmented } from "@/ui/Segmented";
import { Switch } from "@/ui/Switch";
import css from "./story.module.css";

function set(changes: Partial<Settings>): void {
  void sim.act({ do: "set", settings: changes });
}

export function TravelGroup({ group }: { group: SwitchGroup }) {
  const settings = useSim((state) => state.frame?.settings);
  const hasPd = useSim((state) => state.world?.nodes.some(({ kind }) => kind === "pd") ?? false);
  if (settings === undefined) return null;
  const isIdle = group === "placement" && !hasPd;
  return (
    <>
      {group === "replication" && <FollowerReplication settings={settings} />}
      {isIdle && (
        <p className={css.hint}>
          This scenario has no placement driver: nothing moves leaders or replicas.
        </p>
      )}
      {WRITE_SWITCHES.filter((one) => one.group === group).map(({ key, name, on, off }) => (
        <Switch
          key={key}
          label={name}
          hint={settings[key] ? on : off}
          checked={settings[key]}
          disabled={isIdle && key !== "hibernate"}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
      {group === "wire" && (
        <Switch
          label={COMPRESSION.name}
          hint={settings.compression === "none" ? COMPRESSION.off : COMPRESSION.on}
          checked={settings.compression !== "none"}
          onChange={(on) => set({ compression: on ? "lz4" : "none" })}
        />
      )}
    </>
  );
}

/** On in all zones or in some, and who passes entries on. */
export function FollowerReplication({ settings }: { settings: Settings }) {
  const zones = useSim((state) => state.world?.zones.map(({ id }) => id) ?? []);
  const textId = useId();
  const chosen = settings.follower_replication;
  const isOn = chosen.length > 0;
  const policy = POLICIES.find(({ value }) => value === settings.delegate_policy);
  const turn = (next: readonly string[]): void =>
    set({ follower_replication: zones.filter((zone) => next.includes(zone)) });
  return (
    <div className={css.relay}>
      <Switch
        label={FOLLOWER_REPLICATION.name}
        hint={isOn ? FOLLOWER_REPLICATION.on : FOLLOWER_REPLICATION.off}
        checked={isOn}
        onChange={(on) => turn(on ? zones : [])}
      />
      {isOn && (
        <>
          <fieldset className={css.zones}>
            <legend>To zones</legend>
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
          <p className={css.hint}>Delegate selection</p>
          <Segmented
            label="Delegate"
            options={POLICIES}
            value={settings.delegate_policy}
            columns={3}
            small
            describedBy={textId}
            onChange={(delegate_policy) => set({ delegate_policy })}
          />
          <p id={textId} className={css.hint}>
            {policy?.text}
          </p>
        </>
      )}
    </div>
  );
}
