/**
 * Does recorded actions by the controls that a person sees. What has no control, or none for all
 * its values, is done by the test interface and remembered.
 */

import { expect, type Locator } from "@playwright/test";

import type { Action } from "../../web/engine/types";
import type { AtlasPage } from "./AtlasPage";
import { type Filled, formOf } from "./actionForms";

type Settings = Extract<Action, { do: "set" }>["settings"];

const TABS_MAX = 250;

export class Doing {
  /** Actions for which there was no control. */
  readonly without: Action[] = [];
  private readonly atlas: AtlasPage;
  private readonly keys: boolean;

  /** `keys`: nothing but the keyboard is used. */
  constructor(atlas: AtlasPage, keys = false) {
    this.atlas = atlas;
    this.keys = keys;
  }

  async perform(action: Action): Promise<void> {
    const done = await this.count();
    if (!(await this.byControl(action))) {
      this.without.push(action);
      await this.atlas.act(action);
    }
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
    for (const key of isBefore ? ["Shift+Tab", "Tab"] : ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < TABS_MAX; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await this.atlas.page.keyboard.press(key);
      }
    }
    throw new Error(`${target} was not reached by Tab.`);
  }

  /** Actions done by hand in this run. */
  private async count(): Promise<number> {
    return (await this.atlas.run()).actions;
  }

  private async byControl(action: Action): Promise<boolean> {
    switch (action.do) {
      case "cut":
        if (await this.byLink(action)) return true;
        return this.byForm(formOf(action));
      case "crash":
        if (await this.byStore(action.store, "Crash")) return true;
        return this.byForm(formOf(action));
      case "heal":
        return this.heal(action.fault);
      case "restart":
      case "resume":
        return this.cure(action.do === "restart" ? "Restart" : "Resume", action.store);
      case "set":
        return this.set(action.settings);
      case "start":
      case "stop":
        await this.unfold(this.toggle(action.workload));
        await this.press(this.toggle(action.workload), "Space");
        return true;
      case "resize":
        return this.resize(action);
      case "get":
      case "put":
      case "scan":
        return this.request(action);
      default:
        return this.byForm(formOf(action));
    }
  }

  /** In the form of sizes: cores and clients are written there as actions have them. */
  private async resize({ what, of, to }: Extract<Action, { do: "resize" }>): Promise<boolean> {
    if (what !== "cores" && what !== "clients") return false;
    await this.atlas.openView("Bottleneck");
    const { page } = this.atlas;
    await this.press(page.getByRole("radio", { name: "Change sizes" }), "Space");
    const sizes = page.getByRole("region", { name: "Sizes" });
    const field = sizes.getByLabel(new RegExp(`^(Packet cores|Cores|Clients) of ${of}, ${what}$`));
    await this.fill(field, String(to));
    return true;
  }

  /** On the map, where the ends are zones. */
  private async byLink({ from, to, one_way }: Extract<Action, { do: "cut" }>): Promise<boolean> {
    const link = this.atlas.link(from, to).or(this.atlas.link(to, from)).first();
    if ((await link.count()) === 0) return false;
    await this.press(link);
    const name = one_way === true ? `Cut ${from} → ${to}` : "Cut both ways";
    await this.press(this.atlas.dialog("Actions").getByRole("button", { name, exact: true }));
    return true;
  }

  private async byStore(id: string, name: string): Promise<boolean> {
    const store = this.atlas.store(id);
    if (this.keys || (await store.count()) === 0) return false;
    await store.click();
    // What is fetched when it is first opened must not come later, and take the focus.
    await this.press(this.atlas.dialog("Actions").getByRole("button", { name, exact: true }));
    return true;
  }

  private async byForm(filled: Filled | null): Promise<boolean> {
    if (filled === null) return false;
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
    return true;
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

  private async heal(fault: string | undefined): Promise<boolean> {
    const list = this.atlas.faultList;
    if (fault !== undefined) return false;
    const all = list.getByRole("button", { name: "Heal all links" });
    const one = list.getByRole("button", { name: /^Heal/ });
    const button = (await all.count()) > 0 ? all : one;
    if ((await button.count()) !== 1) return false;
    await this.press(button);
    return true;
  }

  private async cure(verb: string, id: string): Promise<boolean> {
    const cure = this.atlas.faultList.getByRole("button", {
      name: new RegExp(`^${verb}: .*\\b${id}\\b`, "i"),
    });
    if ((await cure.count()) !== 1) return false;
    await this.press(cure);
    return true;
  }

  /** One after the other, at the same instant. */
  private async set(settings: Settings): Promise<boolean> {
    for (const [key, value] of Object.entries(settings)) {
      if (await this.setOne(key, value)) continue;
      const action: Action = { do: "set", settings: { [key]: value } };
      this.without.push(action);
      await this.atlas.act(action);
    }
    return true;
  }

  private async setOne(key: string, value: unknown): Promise<boolean> {
    const { switches } = await this.atlas.world();
    const info = switches.find((known) => known.key === key);
    if (info === undefined) return false;
    if (typeof value === "boolean") return this.flip(info.label, value);
    if (info.control === "duration") return this.enter(info.label, String(value));
    if (info.control !== "choice") return false;
    const label = info.values.find(({ id }) => id === value)?.label ?? "";
    return this.pick(info.label, label.charAt(0).toUpperCase() + label.slice(1));
  }

  private toggle(name: string): Locator {
    // A lesson's step holds what it needs; the same stands in the panel.
    return this.atlas.page.getByRole("switch", { name, exact: true }).first();
  }

  private async flip(name: string, on: boolean): Promise<boolean> {
    const toggle = this.toggle(name);
    if (!(await this.unfold(toggle)) || (await toggle.isChecked()) === on) return false;
    await this.press(toggle, "Space");
    return true;
  }

  private async enter(label: string, value: string): Promise<boolean> {
    const field = this.atlas.page.getByLabel(label, { exact: true }).first();
    if (!(await this.unfold(field))) return false;
    if (this.keys) {
      await this.reach(field);
      await this.atlas.page.keyboard.press("ControlOrMeta+A");
      await this.atlas.page.keyboard.type(value);
    } else await field.fill(value);
    await this.atlas.page.keyboard.press("Enter");
    return true;
  }

  private async pick(group: string, label: string): Promise<boolean> {
    const choices = this.atlas.page.getByRole("radiogroup", { name: group, exact: true }).first();
    const wanted = choices.getByRole("radio", { name: label, exact: true });
    if (!(await this.unfold(wanted))) return false;
    if (!this.keys) {
      await wanted.click();
      return true;
    }
    const all = choices.getByRole("radio");
    const count = await all.count();
    await this.reach(choices.getByRole("radio", { checked: true }));
    for (let presses = 0; presses < count; presses += 1) {
      if (await wanted.isChecked()) return true;
      await this.atlas.page.keyboard.press("ArrowDown", { delay: 80 });
    }
    return wanted.isChecked();
  }

  private async request(action: Extract<Action, { do: "get" | "put" | "scan" }>): Promise<boolean> {
    if (action.do === "put" && action.bytes !== undefined) return false;
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
    return true;
  }

  /** Opens the folds until a control stands; false when there is none. */
  private async unfold(control: Locator): Promise<boolean> {
    if (await control.isVisible()) return true;
    const folds = this.atlas.page.locator("details:not([open]) > summary");
    for (let left = await folds.count(); left > 0; left -= 1) {
      if (await control.isVisible()) return true;
      await this.press(folds.nth(left - 1));
    }
    await control.waitFor({ timeout: 2_000 }).catch(() => undefined);
    return control.isVisible();
  }
}
