/**
 * The controls by which a person does an action, sought on the page as it stands: by their roles and
 * names, as the browser's tests seek them (e2e/pages/Doing.ts). What is missing, off, or would do
 * something else is an error. For tests only: folds must be mocked so that they stand open.
 */

import { renderToStaticMarkup } from "react-dom/server";
import type { Action, FaultView, Frame, World } from "@/engine/types";
import { LessonPanel } from "@/lessons/LessonPanel";
import { cureOf } from "@/model/cure";
import { gatewayActions, linkActions, storeActions } from "@/model/targetActions";
import { capitalised } from "@/model/text";
import { simStore } from "@/session/simStore";
import { type Control, controlsOf, type Role } from "@/test/markup";
import { Sizes } from "@/views/bottleneck/Sizes";
import { resizeTo } from "@/views/bottleneck/sizes";
import { ByHand } from "@/views/story/ByHand";
import { Faults } from "@/views/story/Faults";
import { InjectAction } from "@/views/story/InjectAction";
import { Load } from "@/views/story/Load";
import { lastKey, machines, places, stores } from "@/views/story/places";
import { ReadModes } from "@/views/story/ReadModes";
import { SettingGroup } from "@/views/story/Setting";
import { actionOf, type Form } from "@/views/story/verbs";

type Act<K extends Action["do"]> = Extract<Action, { do: K }>;

/** What an action's controls do when they are used. */
export function byControls(action: Action): readonly Action[] {
  const page = new Page();
  switch (action.do) {
    case "set":
      return settingsBy(page, action);
    case "start":
    case "stop":
      page.turned("switch", action.workload, action.do === "start");
      return [action];
    case "restart":
    case "resume":
      return [cured(page, (fault) => isSame(cureOf(fault).action, action))];
    case "heal":
      return [healed(page, action)];
    case "get":
    case "put":
      return [requested(page, action)];
    case "resize":
      return [resized(page, action)];
    case "crash":
      onMap(page, action, [action.store]);
      return [byForm(page, action, { machine: action.store })];
    case "cut": {
      const { from, to, one_way: oneWay = false } = action;
      onMap(page, action, [from, to]);
      return [byForm(page, action, { from, to, oneWay })];
    }
    case "isolate":
      return [byForm(page, action, { place: action.place })];
    case "pause":
      return [byForm(page, action, { store: action.store })];
    case "transfer":
      return [byForm(page, action, { store: action.to })];
    case "add_replica":
      return [byForm(page, action, { store: action.store })];
    case "move_replica":
      return [byForm(page, action, { store: action.from, toStore: action.to })];
    case "set_clock": {
      const driftPercent = action.drift_ppm / 10_000;
      return [byForm(page, action, { machine: action.store, driftPercent })];
    }
    default:
      throw new Error(`No lesson does “${action.do}” yet: say here by which control.`);
  }
}

/** Where things are done, as it stands at this instant. */
class Page {
  readonly world: World;
  readonly frame: Frame;
  private readonly controls: readonly Control[];

  constructor() {
    const { world, frame } = simStore.getState();
    if (world === null || frame === null) throw new Error("No run stands.");
    this.world = world;
    this.frame = frame;
    const html = renderToStaticMarkup(
      <>
        <LessonPanel />
        <ReadModes />
        {world.switch_groups.map(({ id }) => (
          <SettingGroup key={id} group={id} />
        ))}
        <InjectAction />
        <Load />
        <ByHand />
        <Faults />
        <Sizes world={world} frame={frame} />
      </>,
    );
    this.controls = controlsOf(html);
  }

  /** The first of its name; one that is off counts for none. */
  control(role: Role, name: string | RegExp, group = ""): Control {
    const alike = this.controls.filter((one) => one.role === role && one.group === group);
    const is = (one: Control) =>
      typeof name === "string" ? one.name === name : name.test(one.name);
    const found = alike.find((one) => is(one) && !one.isDisabled);
    if (found !== undefined) return found;
    const there = alike.map((one) => `“${one.name}”${one.isDisabled ? " (off)" : ""}`).join(", ");
    throw new Error(`There is no ${role} ${name} to be used; of its kind there are: ${there}.`);
  }

  /** A switch that does not stand so yet. */
  turned(role: "switch", name: string, isOn: boolean): void {
    if (this.control(role, name).isOn === isOn) throw new Error(`“${name}” stands so already.`);
  }

  /** A list in which this can be chosen. */
  chosen(name: string, value: string): void {
    const { options } = this.control("combobox", name);
    if (!options.includes(value))
      throw new Error(`“${name}” offers ${options.join(", ")}, and not ${value}.`);
  }
}

/** One control for each setting, used one after the other. */
function settingsBy(page: Page, { settings }: Act<"set">): readonly Action[] {
  return Object.entries(settings).map(([key, value]) => {
    const info = page.world.switches.find((known) => known.key === key);
    if (info === undefined) throw new Error(`There is no switch ${key}.`);
    if (typeof value === "boolean") page.turned("switch", info.label, value);
    else if (info.control === "duration" || info.control === "number")
      page.control("textbox", new RegExp(`^${info.label}(,|$)`));
    else {
      const label = info.values.find(({ id }) => id === value)?.label ?? String(value);
      page.control("radio", capitalised(label, []), info.label);
    }
    return { do: "set", settings: { [key]: value } };
  });
}

/** In "Break something": the verb, its fields, and that they make this action. */
function byForm(
  page: Page,
  action: Act<
    | "cut"
    | "isolate"
    | "crash"
    | "pause"
    | "transfer"
    | "set_clock"
    | "add_replica"
    | "move_replica"
  >,
  fields: Partial<Form>,
): Action {
  page.chosen("Action", action.do);
  const offered = {
    from: places(page.world),
    to: places(page.world),
    place: places(page.world),
    store: stores(page.world),
    toStore: stores(page.world),
    machine: machines(page.world),
  };
  for (const [field, options] of Object.entries(offered)) {
    const value = fields[field as keyof typeof offered];
    if (value !== undefined && !options.some((option) => option.value === value))
      throw new Error(`The form of “${action.do}” does not offer ${value} as ${field}.`);
  }
  const range = String(simStore.getState().range);
  const made = actionOf(action.do, { ...EMPTY, range, ...fields });
  if (typeof made === "string") throw new Error(made);
  if (!isSame({ ...made, ...action } as Action, made))
    throw new Error(`The form makes ${JSON.stringify(made)} of ${JSON.stringify(action)}.`);
  return made;
}

const EMPTY: Form = {
  ...{ from: "", to: "", place: "", store: "", machine: "", toStore: "", range: "", into: "" },
  ...{ key: 0, learner: false, driftPercent: 0, oneWay: false, delayMs: 0, jitterMs: 0 },
  ...{ lossPercent: 0, vanishPercent: 0, bandwidthMbps: 0 },
};

/** In the menu of a machine, or of the line between two zones, where these are on the map. */
function onMap({ world, frame }: Page, action: Action, at: readonly string[]): void {
  const { range } = simStore.getState();
  const zones = at.map((id) => world.zones.find((zone) => zone.id === id)?.index);
  const node = world.nodes.findIndex(({ id }) => id === at[0]);
  const [from, to] = zones;
  const isStore = world.nodes[node]?.kind === "store";
  if ((from === undefined || to === undefined) && (node < 0 || at.length > 1)) return;
  const offered =
    from !== undefined && to !== undefined
      ? linkActions(world, frame, from, to)
      : isStore
        ? storeActions(world, frame, node, range)
        : gatewayActions(world, frame, node);
  if (!offered.some((one) => isSame(one.action, action)))
    throw new Error(`The menu of ${at.join("–")} does not offer ${JSON.stringify(action)}.`);
}

/** By the button of the active fault that is meant. */
function cured(page: Page, isMeant: (fault: FaultView) => boolean): Action {
  const fault = page.frame.faults.find(isMeant);
  if (fault === undefined) throw new Error("There is no such fault to be ended.");
  const { verb, action } = cureOf(fault);
  page.control("button", `${verb}: ${fault.text}`);
  return action;
}

function healed(page: Page, { fault: wanted }: Act<"heal">): Action {
  const onLinks = page.frame.faults.filter((fault) => cureOf(fault).action.do === "heal");
  if (wanted === undefined && onLinks.length > 1) {
    page.control("button", "Heal all links");
    return { do: "heal" };
  }
  return cured(page, (fault) => onLinks.includes(fault) && (wanted ?? fault.id) === fault.id);
}

function requested(page: Page, action: Act<"get" | "put">): Action {
  page.chosen("From gateway", action.from);
  page.control("textbox", "Key");
  page.control("button", action.do === "get" ? "Get" : "Put");
  if (action.key > lastKey(page.world)) throw new Error(`There is no key ${action.key}.`);
  if ("bytes" in action) throw new Error("The form of requests has no field for bytes.");
  if ("read_mode" in action) page.chosen("Read mode", String(action.read_mode));
  return action;
}

/** By its field, in the unit of the field. */
function resized(page: Page, { what, of, to }: Act<"resize">): Action {
  const info = page.world.tunables.find((one) => one.what === what && one.of === of);
  if (info === undefined) throw new Error(`Nothing here has ${what} of ${of}.`);
  page.control("textbox", new RegExp(`^${escaped(info.label)}, `));
  const [, amount = to, scale] = /^([\d.]+)([GM])bps$/.exec(String(to)) ?? [];
  return resizeTo(info, Number(amount) * (scale === "G" ? 1_000 : 1));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function isSame(a: Action, b: Action): boolean {
  const sorted = (action: Action) => JSON.stringify(Object.entries(action).toSorted());
  return sorted(a) === sorted(b);
}
