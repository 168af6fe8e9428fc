/**
 * The page as its tests see it: what `@raft-atlas/replay` gives everybody, and accessible names for
 * all that a person meets. Nothing here waits for wall time.
 */

import { expect, type Locator, type Page } from "@playwright/test";

import type { Run } from "../../web/engine/embed";
import type { Frame } from "../../web/engine/types";
import { Atlas, type Opening } from "../../web/replay/atlas";
import { breakEngine } from "./engineRoom";

export interface Outcome {
  id: string;
  ok: number;
  failed: number;
  unknown: number;
  stale: number;
}

type RequestFacts = Pick<Frame["requests"][number], "id" | "outcome" | "verdict" | "mode">;

export class AtlasPage extends Atlas {
  /** At the address that the tests are served from. */
  constructor(page: Page) {
    super(page, "./");
  }

  /** By the page's address, paused at 0 s. Without a scenario the kept session comes back. */
  override async open(what: string | Opening = {}): Promise<Run> {
    if (typeof what === "string") return super.open(what);
    const { scenario, variant, seed } = what;
    const query = new URLSearchParams({ paused: "", origin: "self" });
    if (scenario !== undefined) query.set("scenario", scenario);
    if (variant !== undefined) query.set("variant", variant);
    if (seed !== undefined) query.set("seed", String(seed));
    await this.page.goto(`./?${query}`);
    return this.ready();
  }

  /** Another variant, in the page that is open. */
  async openVariant(scenario: string, variant?: string): Promise<void> {
    await this.ask({ do: "load", scenario, ...(variant === undefined ? {} : { variant }) });
  }

  /** Until the first picture stands. */
  async ready(): Promise<Run> {
    const run = await this.stands();
    await expect(this.map).toBeVisible();
    return run;
  }

  // --- the run, by the page's public messages -------------------------------------------------

  async advanceTo(us: number): Promise<void> {
    await this.ask({ do: "advance", us });
  }

  async advanceBy(us: number): Promise<void> {
    await this.advanceTo((await this.nowUs()) + us);
  }

  /** Advances in steps until the condition on a request holds; fails when the run ends first. */
  async advanceUntilRequest(
    what: (facts: RequestFacts) => boolean,
    untilUs: number,
    stepUs = 200_000,
  ): Promise<RequestFacts> {
    for (let at = await this.nowUs(); at < untilUs; at += stepUs) {
      await this.advanceTo(at + stepUs);
      const found = (await this.requests()).find(what);
      if (found !== undefined) return found;
    }
    throw new Error(`No such request before ${untilUs} us.`);
  }

  async eventCount(): Promise<number> {
    return (await this.run()).events;
  }

  async nowUs(): Promise<number> {
    return (await this.run()).us;
  }

  /** Traps the engine; what it is asked next finds out. */
  async panic(): Promise<void> {
    await breakEngine(this.page, 0);
    await this.step().catch(() => undefined);
  }

  async faultCount(): Promise<number> {
    return (await this.frame()).faults.length;
  }

  async faults(): Promise<string[]> {
    return (await this.frame()).faults.map(({ kind, from, to, one_way }) =>
      to === "" ? `${kind} ${from}` : `${kind} ${from}${one_way ? ">" : "-"}${to}`,
    );
  }

  async readMode(): Promise<string> {
    return (await this.frame()).settings.read_mode ?? "";
  }

  /** Zones whose appends go by way of a delegate. */
  async relayZones(): Promise<string[]> {
    return (await this.frame()).settings.follower_replication ?? [];
  }

  async requests(): Promise<RequestFacts[]> {
    return (await this.frame()).requests;
  }

  /** Sums over all workloads. */
  async outcomes(): Promise<Omit<Outcome, "id">> {
    const sum = { ok: 0, failed: 0, unknown: 0, stale: 0 };
    for (const load of (await this.frame()).workloads) {
      sum.ok += load.ok;
      sum.failed += load.failed;
      sum.unknown += load.unknown;
      sum.stale += load.stale;
    }
    return sum;
  }

  // --- what a person meets --------------------------------------------------------------------

  get title(): Locator {
    return this.page.getByTestId("scenario-title");
  }

  get notice(): Locator {
    return this.page.getByTestId("notice");
  }

  get left(): Locator {
    return this.page.getByRole("complementary", { name: "Controls" });
  }

  get meters(): Locator {
    return this.page.getByRole("region", { name: "Metrics", exact: true });
  }

  /** There is one once something has crossed. */
  get bytesByKind(): Locator {
    return this.meters.getByRole("table", { name: "Bytes between zones by kind" });
  }

  /** What stands beside the views: what is selected, asked or broken. */
  get details(): Locator {
    return this.page.getByRole("complementary", { name: "Details" });
  }

  /** A folded part of the controls, by its title. */
  fold(title: string): Locator {
    return this.page.locator("summary").filter({ hasText: title });
  }

  /** Opens it, if it is not open. */
  async unfold(title: string): Promise<void> {
    const details = this.page
      .locator("details")
      .filter({ has: this.fold(title) })
      .last();
    const isOpen = await details.evaluate((element) => (element as HTMLDetailsElement).open);
    if (!isOpen) await this.fold(title).click();
    await expect(details, `“${title}” is open`).toHaveAttribute("open", "");
  }

  get faultList(): Locator {
    return this.page.getByRole("region", { name: "Active faults" });
  }

  get doSomething(): Locator {
    return this.page.getByRole("form", { name: "Break something" });
  }

  get requestTable(): Locator {
    return this.page.getByRole("table", { name: "Requests", exact: true });
  }

  get logs(): Locator {
    return this.page.getByRole("grid", { name: /^Logs of range/ });
  }

  /** Everything that happened; the rows in sight. */
  get events(): Locator {
    return this.page.getByRole("grid", { name: /^Everything that happened/ });
  }

  /** Which events the view shows. */
  async chooseEvents(label: string): Promise<void> {
    await this.page.getByLabel("Which events").selectOption(label);
  }

  get inspector(): Locator {
    return this.page.getByRole("complementary", { name: /^Inspector:/ });
  }

  get why(): Locator {
    return this.page.getByRole("region", { name: "Why", exact: true });
  }

  get whySteps(): Locator {
    return this.why.getByRole("listitem");
  }

  /** The names of all views of the moment. */
  async views(): Promise<string[]> {
    const tabs = this.page.getByRole("tablist", { name: "Views of what happened" });
    await expect(tabs).toBeVisible();
    return tabs.getByRole("tab").allInnerTexts();
  }

  /** Opens a view of the dock and gives it half of the page. */
  async openView(name: string): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
    const half = this.button("Open to half of the page");
    if ((await half.count()) > 0) await half.click();
  }

  get matrix(): Locator {
    return this.page.getByRole("region", { name: "Zone to zone" }).getByRole("table");
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** In the head: what runs, and the way to all others. */
  get opening(): Locator {
    return this.page.getByRole("button", { name: /Open…$/ });
  }

  /** What is needed of time now and then. */
  async moreOfTime(name: string): Promise<void> {
    await this.button("More of time").click();
    await this.dialog("More of time").getByRole("button", { name, exact: true }).click();
    await this.page.keyboard.press("Escape");
  }

  /** Which draw of chance it is, as a person reads it. */
  async expectSeed(seed: number): Promise<void> {
    await this.unfold("Load, clocks and elections");
    await expect(this.page.getByLabel("seed")).toHaveValue(String(seed));
  }

  /** Chooses in a part of the menu "More" that opens beside it. */
  async chooseInMore(part: string, choice: string): Promise<void> {
    await this.button("More").click();
    await this.page.getByRole("menuitem", { name: part }).press("ArrowRight");
    await this.page.getByRole("menuitemradio", { name: choice }).press("Enter");
  }

  /** Does something of the menu "More" in the head. */
  async more(name: string): Promise<void> {
    await this.button("More").click();
    await this.page.getByRole("menuitem", { name }).click();
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole("dialog", { name });
  }

  async openFile(name: string, content: Buffer | string): Promise<void> {
    await this.opening.click();
    await this.page.getByLabel("Scenario file").setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
  }

  /** Drops a file on the page as a person would, without the pixels of a desktop. */
  async dropFile(name: string, content: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], fileName, { type: "application/json" }));
        return data;
      },
      [name, content] as const,
    );
    await this.map.dispatchEvent("drop", { dataTransfer: transfer });
  }

  /** Presses Tab until the element has the focus, as someone without a pointer does. */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < TABS_MAX; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${target} was not reached by ${TABS_MAX} times ${key}.`);
  }

  /** Tab to the map, then arrows towards a thing of it, as a person would who sees it. */
  async arrowTo(target: Locator): Promise<void> {
    await this.tabTo(this.map.locator("[data-map-target][tabindex='0']"));
    for (let presses = 0; presses < ARROWS_MAX; presses++) {
      const keys = await target.evaluate(arrowsTowards);
      if (keys.length === 0) return;
      const before = await this.page.evaluateHandle(() => document.activeElement);
      for (const key of keys) {
        await this.page.keyboard.press(key);
        if (await before.evaluate((element) => element !== document.activeElement)) break;
      }
    }
    throw new Error(`${target} was not reached by ${ARROWS_MAX} arrows.`);
  }

  /** Panels scroll; the page itself cannot, by nobody. */
  async expectPageStands(): Promise<void> {
    const moved = await this.page.evaluate(() => {
      const frames = [document.documentElement, document.body, ...document.body.children].flatMap(
        (element) => [element, ...(element.id === "root" ? element.children : [])],
      );
      return frames.flatMap((element) => {
        element.scrollTop = 9_999;
        element.scrollLeft = 9_999;
        const by = Math.max(element.scrollTop, element.scrollLeft);
        element.scrollTop = 0;
        element.scrollLeft = 0;
        return by === 0 ? [] : [`${element.tagName}.${element.className} by ${by}`];
      });
    });
    expect(moved).toEqual([]);
    const size = await this.page.evaluate(() => [
      document.documentElement.scrollHeight - window.innerHeight,
      document.documentElement.scrollWidth - window.innerWidth,
    ]);
    expect(size).toEqual([0, 0]);
  }

  /** No sideways scroll: everything fits the width. */
  async expectNoSidewaysScroll(): Promise<void> {
    const widths = await this.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.body.scrollWidth,
      window.innerWidth,
    ]);
    expect(Math.max(widths[0] ?? 0, widths[1] ?? 0)).toBeLessThanOrEqual(widths[2] ?? 0);
  }
}

const TABS_MAX = 160;
const ARROWS_MAX = 40;

/** The arrow keys that lead from the focus towards an element, the longer way first. */
function arrowsTowards(target: Element): string[] {
  const from = document.activeElement;
  if (from === target || from === null) return [];
  const a = from.getBoundingClientRect();
  const b = target.getBoundingClientRect();
  const dx = b.x + b.width / 2 - a.x - a.width / 2;
  const dy = b.y + b.height / 2 - a.y - a.height / 2;
  const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
  const along = dy > 0 ? "ArrowDown" : "ArrowUp";
  return Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
}
