/** Files that are no scenario get one clear message, and the running scenario goes on. */

import { expect, test } from "../fixtures";
import { readScenario } from "../scenarios";

type Scenario = Record<string, unknown>;

const good = (): Scenario => readScenario("first-look");

/** A copy of a good scenario with one thing changed. */
function changed(change: (scenario: Scenario) => void): string {
  const scenario = good();
  change(scenario);
  return JSON.stringify(scenario);
}

const topologyOf = (scenario: Scenario): Scenario => scenario.topology as Scenario;

const HOSTILE: readonly { name: string; content: () => string | Buffer; says: RegExp }[] = [
  { name: "not-json.json", content: () => "{ this is no JSON", says: /JSON|expected|line/i },
  { name: "empty.json", content: () => "", says: /JSON|empty|expected|end/i },
  { name: "a-list.json", content: () => "[1, 2, 3]", says: /expected/i },
  {
    name: "unknown-key.json",
    content: () => changed((s) => Object.assign(topologyOf(s), { colour: "blue" })),
    says: /topology.*colour|colour.*topology/s,
  },
  {
    name: "wrong-unit.json",
    content: () => changed((s) => Object.assign(s, { duration: "30 parsecs" })),
    says: /duration.*30 parsecs|30 parsecs.*duration/s,
  },
  {
    name: "unknown-zone.json",
    content: () =>
      changed((s) => {
        const stores = topologyOf(s).stores as Scenario[];
        Object.assign(stores[0] ?? {}, { zone: "atlantis" });
      }),
    says: /atlantis/,
  },
  {
    name: "no-replicas.json",
    content: () => changed((s) => Object.assign(s.data as Scenario, { replicas: 0 })),
    says: /replicas/,
  },
  {
    name: "seed-too-large.json",
    content: () => JSON.stringify(good()).replace(/"seed":\s*\d+/, '"seed": 9007199254740993'),
    says: /seed/,
  },
  {
    name: "negative-seed.json",
    content: () => changed((s) => Object.assign(s, { seed: -1 })),
    says: /seed/,
  },
  { name: "noise.json", content: noise, says: /10(\.\d+)?\s?MB|large|at most/i },
];

for (const { name, content, says } of HOSTILE) {
  test(`${name} is refused in words`, async ({ atlas }) => {
    await atlas.open({ scenario: "first-look" });
    await atlas.advanceTo(1_000_000);
    const before = await atlas.digest();
    await atlas.openFile(name, content());
    const dialog = atlas.dialog(`${name} was not opened`);
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(says);
    expect(((await dialog.textContent()) ?? "").length).toBeLessThan(1_000);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toBeHidden();
    expect(await atlas.digest()).toBe(before);
    await atlas.advanceTo(1_500_000);
    expect(await atlas.nowUs()).toBe(1_500_000);
  });
}

test("a dropped file is opened, and a bad one is refused the same way", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile("bad.json", "{}");
  await expect(atlas.dialog("bad.json was not opened")).toBeVisible();
  await atlas.page.keyboard.press("Escape");
  await expect(atlas.dialog("bad.json was not opened")).toBeHidden();
  await atlas.dropFile(
    "mine.json",
    changed((s) => Object.assign(s, { title: "My own network" })),
  );
  await expect(atlas.title).toHaveText("My own network");
});

/** Ten megabytes of printable noise, the same every time. */
function noise(): Buffer {
  const bytes = Buffer.alloc(10_000_000);
  let state = 12_345;
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = 32 + ((state >>> 16) % 95);
  }
  return bytes;
}
