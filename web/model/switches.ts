/** What the engine says of switches: which can be turned now, and what a value of one means. */

import type { Settings, SwitchInfo, World } from "@/engine/types";
import { small, t, translate } from "@/language/words";

export type SettingValue = Settings[keyof Settings];

/** Off, none, or nowhere. */
export function isOff(value: SettingValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === false || value === "off" || value === "none";
}

/** As in a scenario that says nothing about it. */
export function isAtRest({ key }: SwitchInfo, settings: Settings, world: World): boolean {
  return String(settings[key]) === String(world.settings_at_rest[key]);
}

/** Nothing without a placement driver moves what needs one. */
export function lacksDriver({ needs_driver }: SwitchInfo, world: World): boolean {
  return needs_driver && world.nodes.every(({ kind }) => kind !== "pd");
}

/** What happens while it stands so. */
export function meaningOf({ values, off, text }: SwitchInfo, value: SettingValue): string {
  const chosen = values.find(({ id }) => id === value);
  if (chosen !== undefined) return chosen.text;
  return isOff(value) && off !== "" ? off : text;
}

/** A run by where a switch stands: "with pre-vote", "follower reads". */
export function titleOf({ titled, label }: SwitchInfo, value: SettingValue): string {
  if (typeof value === "boolean") {
    const name = translate(titled.replace("{} ", ""));
    return value ? t("with {name}", { name }) : t("without {name}", { name });
  }
  if (isOff(value)) return t("without {name}", { name: small(translate(label)) });
  const words = Array.isArray(value) ? value.join(t(", ")) : translate(String(value));
  return translate(titled).replace("{}", words);
}
