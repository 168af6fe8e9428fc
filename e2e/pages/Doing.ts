/**
 * Does recorded actions by the controls that a person sees, and by nothing else: where one is
 * missing, the test fails.
 */

import { type ElementHandle, expect, type Locator } from "@playwright/test";

import type { Action } from "../../web/engine/types";
import type { AtlasPage } from "./AtlasPage";
import { formOf } from "./actionForms";

type Settings = Extract<Action, { do: "set" }>["settings"];

const TABS_MAX = 250;

export class Doing {
  private readonly atlas: AtlasPage;
  private readonly keys: boolean;

  /** `keys`: nothing but the keyboard is used. */
  constructor(atlas: AtlasPage, keys = false) {
    this.atlas = atlas;
    this.keys = keys;
  }

  async perform(action: Action): Promise<void> {
    const done = await this.count();
    await this.byControl(action);
    await expect.poll(() => this.count()).toBeGreaterThan(done);
  }

  /** Presses a button, or chooses what can be chosen. */
  async press(target: Locator, key = "Enter"): Promise<void> {
    if (!this.keys) {
      await target.click();
      return;
    }
    await this.reach(target);
    await this.atlas.page.keyboard.press(key);
  }

  /** By Tab, the shorter way; around the page if that does not lead there. */
  private async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    const isBefore = await target.evaluate((element) => {
      const at = document.activeElement?.compareDocumentPosition(element) ?? 0;
      return (at & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    });
    const at = new Sought(target);
    for (const key of isBefore ? ["Shift+Tab", "Tab"] : ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < TABS_MAX; presses += 1) {
        if (await at.isFocused()) return;
        await this.atlas.page.keyboard.press(key);
      }
    }
    throw new Error(`${target} was not reached by Tab.`);
  }

  /** Actions done by hand in this run. */
  private async count(): Promise<number> {
    return (await this.atlas.run()).actions;
  }

  private async byControl(action: Action): Promise<void> {
    switch (action.do) {
      case "cut":
        return this.cut(action);
      case "crash":
        return this.crash(action);
      case "heal":
        return this.heal();
      case "restart":
      case "resume":
        return this.cure(action.do === "restart" ? "Restart" : "Resume", action.store);
      case "set":
        return this.set(action.settings);
      case "start":
      case "stop":
        await this.unfold(this.toggle(action.workload));
        return this.press(this.toggle(action.workload), "Space");
      case "resize":
        return this.resize(action);
      case "get":
      case "put":
      case "scan":
        return this.request(action);
      case "statement":
      case "insert":
      case "update":
        return this.requestNamed(action);
      default:
        return this.byForm(action);
    }
  }

  /** In the form of sizes, in the unit of its field. */
  private async resize({ what, of, to }: Extract<Action, { do: "resize" }>): Promise<void> {
    await this.atlas.openView("Bottleneck");
    const { page } = this.atlas;
    await this.press(page.getByRole("radio", { name: "Change sizes" }), "Space");
    const sizes = page.getByRole("region", { name: "Sizes" });
    const named = {
      cores: "(Packet cores|Cores)",
      clients: "Clients",
      rate: "Rate",
      bandwidth: "Bandwidth",
    };
    const name = named[what as keyof typeof named];
    const field = sizes.getByLabel(new RegExp(`^${name} of ${of}, `));
    await this.fill(field, what === "bandwidth" ? String(mbits(String(to))) : String(to));
  }

  /** On the map where the ends are zones, else in the form. */
  private async cut(action: Extract<Action, { do: "cut" }>): Promise<void> {
    const { from, to, one_way } = action;
    const link = this.atlas.link(from, to).or(this.atlas.link(to, from)).first();
    if ((await link.count()) === 0) return this.byForm(action);
    await this.press(link);
    const name = one_way === true ? `Cut ${from} → ${to}` : "Cut both ways";
    await this.press(this.atlas.dialog("Actions").getByRole("button", { name, exact: true }));
  }

  /** On the map by pointer, in the form by keyboard. */
  private async crash(action: Extract<Action, { do: "crash" }>): Promise<void> {
    const store = this.atlas.store(action.store);
    if (this.keys || (await store.count()) === 0) return this.byForm(action);
    await store.click();
    const crash = this.atlas.dialog("Actions").getByRole("button", { name: "Crash", exact: true });
    await this.press(crash);
  }

  private async byForm(action: Action): Promise<void> {
    const filled = formOf(action);
    if (filled === null) throw new Error(`No form is known for ${JSON.stringify(action)}.`);
    const form = this.atlas.doSomething;
    await this.unfold(form.getByLabel("Action"));
    await this.choose(form.getByLabel("Action"), filled.verb);
    for (const [label, value] of Object.entries(filled.fields)) {
      const exact = form.getByLabel(label, { exact: true });
      // A field with a unit has that in its name too.
      const withUnit = form.getByLabel(new RegExp(`^${label}\\b`));
      const field = (await exact.count()) > 0 ? exact : withUnit;
      // Where there is one range there is nothing to choose.
      if (label === "Range" && (await field.count()) === 0) continue;
      if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
        await this.choose(field, value);
      } else await this.fill(field, value);
    }
    for (const label of filled.checks ?? []) await this.press(form.getByLabel(label), "Space");
    await this.press(form.locator("button[type=submit]"));
  }

  /** An option by its value or its label. */
  private async choose(field: Locator, wanted: string): Promise<void> {
    const options = await field.locator("option").evaluateAll((all) =>
      all.map((one) => ({
        value: one.getAttribute("value") ?? "",
        label: one.textContent ?? "",
      })),
    );
    const place = options.findIndex(({ value, label }) => value === wanted || label === wanted);
    expect(place, `${wanted} among ${JSON.stringify(options)}`).toBeGreaterThanOrEqual(0);
    if (!this.keys) {
      await field.selectOption({ index: place });
      return;
    }
    await this.reach(field);
    await this.atlas.page.keyboard.press("Home");
    for (let step = 0; step < place; step += 1) await this.atlas.page.keyboard.press("ArrowDown");
    await expect(field).toHaveValue(options[place]?.value ?? "");
  }

  private async fill(field: Locator, value: string): Promise<void> {
    if (this.keys) {
      await this.reach(field);
      await this.atlas.page.keyboard.press("ControlOrMeta+A");
      await this.atlas.page.keyboard.type(value);
      await this.atlas.page.keyboard.press("Tab");
      return;
    }
    await field.fill(value);
    await field.blur();
  }

  private async heal(): Promise<void> {
    const list = this.atlas.faultList;
    const all = list.getByRole("button", { name: "Heal all links" });
    const one = list.getByRole("button", { name: /^Heal/ });
    await this.press((await all.count()) > 0 ? all : one);
  }

  private cure(verb: string, id: string): Promise<void> {
    const name = new RegExp(`^${verb}: .*\\b${id}\\b`, "i");
    return this.press(this.atlas.faultList.getByRole("button", { name }));
  }

  /** One after the other, at the same instant. */
  private async set(settings: Settings): Promise<void> {
    const { switches } = await this.atlas.world();
    for (const [key, value] of Object.entries(settings)) {
      const info = switches.find((known) => known.key === key);
      if (info === undefined) throw new Error(`There is no switch ${key}.`);
      if (typeof value === "boolean") await this.flip(info.label, value);
      else if (info.control === "duration") await this.enter(info.label, String(value));
      else {
        const label = info.values.find(({ id }) => id === value)?.label ?? "";
        await this.pick(info.label, label.charAt(0).toUpperCase() + label.slice(1));
      }
    }
  }

  private toggle(name: string): Locator {
    // A lesson's step holds what it needs; the same stands in the panel.
    return this.atlas.page.getByRole("switch", { name, exact: true }).first();
  }

  private async flip(name: string, on: boolean): Promise<void> {
    const toggle = this.toggle(name);
    await this.unfold(toggle);
    expect(await toggle.isChecked(), `“${name}” is not yet as wanted`).toBe(!on);
    await this.press(toggle, "Space");
  }

  private async enter(label: string, value: string): Promise<void> {
    const field = this.atlas.page.getByLabel(label, { exact: true }).first();
    await this.unfold(field);
    if (this.keys) {
      await this.reach(field);
      await this.atlas.page.keyboard.press("ControlOrMeta+A");
      await this.atlas.page.keyboard.type(value);
    } else await field.fill(value);
    await this.atlas.page.keyboard.press("Enter");
  }

  private async pick(group: string, label: string): Promise<void> {
    const choices = this.atlas.page.getByRole("radiogroup", { name: group, exact: true }).first();
    const wanted = choices.getByRole("radio", { name: label, exact: true });
    await this.unfold(wanted);
    if (!this.keys) return wanted.click();
    const all = choices.getByRole("radio");
    const count = await all.count();
    await this.reach(choices.getByRole("radio", { checked: true }));
    for (let presses = 0; presses < count && !(await wanted.isChecked()); presses += 1)
      await this.atlas.page.keyboard.press("ArrowDown", { delay: 80 });
    await expect(wanted).toBeChecked();
  }

  private async request(action: Extract<Action, { do: "get" | "put" | "scan" }>): Promise<void> {
    if (action.do === "put" && action.bytes !== undefined)
      throw new Error("The form of requests has no field for the bytes of a value.");
    const form = this.atlas.page.getByRole("region", { name: "Send a request" });
    await this.unfold(form.getByLabel("From gateway"));
    await this.choose(form.getByLabel("From gateway"), action.from);
    await this.fill(form.getByLabel("Key", { exact: true }), String(action.key));
    if (action.do === "scan")
      await this.fill(form.getByLabel("Rows of a scan"), String(action.rows));
    const mode = action.do === "put" ? "" : (action.read_mode ?? "");
    await this.choose(form.getByLabel("Read mode"), mode);
    const name = { get: "Get", put: "Put", scan: "Scan" }[action.do];
    await this.press(form.getByRole("button", { name, exact: true }));
  }

  /** For several keys, which are typed. */
  private async requestNamed(
    action: Extract<Action, { do: "statement" | "insert" | "update" }>,
  ): Promise<void> {
    const form = this.atlas.page.getByRole("region", { name: "Send a request" });
    await this.unfold(form.getByLabel("From gateway"));
    await this.choose(form.getByLabel("From gateway"), action.from);
    if (action.do === "statement")
      await this.choose(form.getByLabel("Read mode"), action.read_mode ?? "");
    await this.fill(form.getByLabel("Keys", { exact: true }), action.keys.join(", "));
    const name = {
      statement: "Read all, in one statement",
      insert: "Insert all, in one transaction",
      update: "Read and write all, in one transaction",
    }[action.do];
    await this.press(form.getByRole("button", { name, exact: true }));
  }

  /** Opens the folds until a control stands. */
  private async unfold(control: Locator): Promise<void> {
    const folds = this.atlas.page.locator("details:not([open]) > summary");
    for (let left = await folds.count(); left > 0 && !(await control.isVisible()); left -= 1)
      await this.press(folds.nth(left - 1));
    await expect(control).toBeVisible();
  }
}

/** "100Gbps" as the field of a bandwidth takes it. */
function mbits(text: string): number {
  const [, amount, unit] = /^([\d.]+)([KMG]?)bps$/.exec(text) ?? [];
  const factor = { "": 1e-6, K: 1e-3, M: 1, G: 1e3 }[unit ?? ""];
  if (factor === undefined) throw new Error(`${text} is no bandwidth.`);
  return Number(amount) * factor;
}

/** A target that is asked for at every Tab: looked up by its role again only when it was redrawn. */
class Sought {
  private readonly target: Locator;
  private element: ElementHandle<Node> | null = null;

  constructor(target: Locator) {
    this.target = target;
  }

  async isFocused(): Promise<boolean> {
    const stands = await this.element?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : null,
    );
    if (typeof stands === "boolean") return stands;
    this.element = await this.target.elementHandle();
    return this.target.evaluate((element) => element === document.activeElement);
  }
}
