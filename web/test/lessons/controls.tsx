/**
 * The controls by which a person does an action, sought on the page as it stands: by their roles and
 * names, as the browser's tests seek them (e2e/pages/Doing.ts). What is missing, off, or would do
 * something else is an error. For tests only: folds must be mocked so that they stand open.
 */

import { renderToStaticMarkup } from "react-dom/server";
import type { Action, FaultView, Frame, World } from "@/engine/types";
import { LessonPanel } from "@/lessons/LessonPanel";
import { fieldsOf } from "@/model/acts/acts";
import { fieldKind } from "@/model/acts/fieldKinds";
import { enteredKey, firstAct, refusal } from "@/model/acts/filled";
import { lastKey, namesInRun } from "@/model/acts/names";
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
import { ReadModes } from "@/views/story/ReadModes";
import { SettingGroup } from "@/views/story/Setting";

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
      return [byForm(page, action)];
    case "cut":
      onMap(page, action, [action.from, action.to]);
      return [byForm(page, action)];
    default:
      return [byForm(page, action)];
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

/** In "Break something": the act, its fields, and that they make it. */
function byForm(page: Page, action: Action): Action {
  const { do: kind, ...fields } = action;
  page.chosen("Action", kind);
  const names = namesInRun(page.world, simStore.getState().range);
  const entered: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const row = fieldsOf(kind).find(([name]) => name === field)?.[1];
    if (row === undefined) throw new Error(`The form of “${kind}” has no field ${field}.`);
    const { control } = fieldKind(row.is);
    if (control.by === "choice" && !control.options(names).some((option) => option.value === value))
      throw new Error(`The form of “${kind}” does not offer ${String(value)} as ${field}.`);
    entered[enteredKey(field, row)] = value;
  }
  const made = firstAct(kind, names, entered);
  const wrong = refusal(kind, made);
  if (wrong !== null) throw new Error(wrong);
  if (!isSame({ ...made, ...action } as Action, made as Action))
    throw new Error(`The form makes ${JSON.stringify(made)} of ${JSON.stringify(action)}.`);
  return made as Action;
}

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
