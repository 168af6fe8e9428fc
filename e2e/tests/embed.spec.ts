/**
 * The embedded page, from a host page on another origin: the example of docs/ with the element,
 * served by a server of its own. The host's address names the embedded page; what it hears is what
 * it shows.
 */

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { transformWithOxc } from "vite";

import { brokenRules } from "../axe";

const ROOT = new URL("../../", import.meta.url);

/** A file of the host's, and its kind; undefined where there is none. */
async function fileOf(path: string): Promise<{ kind: string; text: string } | undefined> {
  const element = /^\/element\/(\w+)\.[jt]s$/.exec(path)?.[1];
  const kind = path.endsWith(".html") ? "text/html; charset=utf-8" : "text/javascript";
  if (element !== undefined) {
    const source = new URL(`web/element/${element}.ts`, ROOT);
    const { code } = await transformWithOxc(await readFile(source, "utf8"), source.pathname);
    return { kind, text: code };
  }
  if (path === "/plain.html") return { kind, text: "<!doctype html><title>A host</title>" };
  if (!path.startsWith("/embed-host.")) return undefined;
  return { kind, text: await readFile(new URL(`docs${path}`, ROOT), "utf8") };
}

let server: Server;
let host: string;

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    const file = await fileOf(path);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": file.kind }).end(file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  host = `http://localhost:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Run {
  scenario: string;
  seed: number;
  us: number;
  digest: string;
  playing: boolean;
}

async function open(page: Page, baseURL: string | undefined, more = ""): Promise<Frame> {
  const atlas = encodeURIComponent(new URL("embed.html", baseURL).href);
  await page.goto(`${host}/embed-host.html?atlas=${atlas}&paused&${more}`);
  const frame = page.frames().find((known) => known !== page.mainFrame());
  if (frame === undefined) throw new Error("The host has no frame.");
  return frame;
}

function ask<T>(page: Page, request: object): Promise<T> {
  return page.evaluate((asked) => {
    const element = document.querySelector("raft-atlas");
    if (element === null) throw new Error("There is no element.");
    return Reflect.apply(Reflect.get(element, "ask"), element, [asked]);
  }, request) as Promise<T>;
}

/** What the host was told, as its page shows it. */
function log(page: Page, text: string | RegExp) {
  return page.locator("#log li").filter({ hasText: text });
}

test("a host on another origin loads, seeks, plays, pauses and asks", async ({ page, baseURL }) => {
  await open(page, baseURL, "scenario=first-look");
  await expect(log(page, '"event":"ready"')).toHaveCount(1);
  const sought = await ask<Run>(page, { do: "seek", us: 2_000_000 });
  expect(sought).toMatchObject({ scenario: "first-look", us: 2_000_000, playing: false });
  await expect(page.locator("#time")).toHaveText("2 s");
  const again = await ask<Run>(page, { do: "load", scenario: "first-look", us: 2_000_000 });
  expect(again.digest).toBe(sought.digest);

  const loaded = await ask<Run>(page, { do: "load", scenario: "stale-leader", seed: 5, us: 1_000 });
  expect(loaded).toMatchObject({ scenario: "stale-leader", seed: 5, us: 1_000 });
  expect((await ask<Run>(page, { do: "play", speed: 2 })).playing).toBe(true);
  await expect(log(page, /"event":"time","us":[1-9]\d{5,}/).first()).toBeVisible();
  await expect(log(page, '"event":"told"').first()).toBeVisible();
  const stood = await ask<Run>(page, { do: "pause" });
  expect(stood.playing).toBe(false);
  // The answer is of the instant at which it stands, not of one that a picture under way left.
  expect((await ask<Run>(page, { do: "query", what: "run" })).us).toBe(stood.us);
  await expect(log(page, '"event":"state"').last()).toContainText('"playing":false');

  const report = await ask<Record<string, unknown>>(page, { do: "query", what: "report" });
  expect(report).toHaveProperty("variants");
  const told = await ask<{ us: number; text: string }[]>(page, { do: "query", what: "told" });
  expect(told.length).toBeGreaterThan(0);
  expect(await ask<string[]>(page, { do: "query", what: "scenarios" })).toContain("first-look");
});

test("a host acts, steps and looks, and goes to another branch", async ({ page, baseURL }) => {
  const frame = await open(page, baseURL, "scenario=first-look&lock");
  await expect(log(page, '"event":"ready"')).toHaveCount(1);
  await ask(page, { do: "advance", us: 3_000_000 });
  await ask(page, { do: "seek", us: 2_000_000 });
  const cut = { do: "cut", from: "Oregon", to: "Ohio" };
  const acted = await ask<Run>(page, { do: "act", action: cut });
  expect(acted).toMatchObject({ version: "1.1", actions: 1, beside_us: null });
  await expect(frame.getByRole("button", { name: /^Link between .*Ohio/ }).first()).toBeVisible();
  const stepped = await ask<Run & { events: number }>(page, { do: "step" });
  const back = await ask<Run & { events: number }>(page, { do: "step", by: -1 });
  expect(stepped.events).toBe(back.events + 1);
  const { branches, current } = await ask<{ branches: { id: number }[]; current: number }>(page, {
    do: "query",
    what: "branches",
  });
  expect(branches).toHaveLength(2);
  const other = branches.find(({ id }) => id !== current)?.id;
  expect(await ask<Run>(page, { do: "branch", branch: other })).toMatchObject({ actions: 0 });
  await expect(ask(page, { do: "branch", branch: 9 })).rejects.toThrow("expected one of 0, 1");
  await expect(ask(page, { do: "act", action: { do: "crash", store: "s9" } })).rejects.toThrow(
    'found "s9"',
  );
  await expect(ask(page, { do: "query", what: "expectations" })).rejects.toThrow("are judged at");
});

test("what is asked wrongly is answered in words", async ({ page, baseURL }) => {
  await open(page, baseURL, "scenario=first-look");
  await expect(log(page, '"event":"ready"')).toHaveCount(1);
  await expect(ask(page, { do: "seek", us: -1 })).rejects.toThrow("us: found -1, expected >=0");
  await expect(ask(page, { do: "seek", us: 1e15 })).rejects.toThrow("expected 0 to");
  await expect(ask(page, { do: "load" })).rejects.toThrow("expected either scenario");
  await expect(ask(page, { do: "load", scenario: "nowhere" })).rejects.toThrow(
    "There is no scenario",
  );
  await expect(ask(page, { do: "load", text: "{" })).rejects.toThrow(/line 1|expected|EOF/i);
  await expect(ask(page, { do: "fly" })).rejects.toThrow('do: found "fly"');
  // The run before goes on.
  expect(await ask<Run>(page, { do: "query", what: "run" })).toMatchObject({ phase: "ready" });
});

test("a page of another origin than the address names is ignored", async ({ page, baseURL }) => {
  await page.goto(`${host}/plain.html`);
  const address = new URL("embed.html?paused&scenario=first-look", baseURL);
  address.searchParams.set("origin", "http://localhost:1");
  await page.evaluate((src) => {
    addEventListener("message", () => document.body.setAttribute("data-heard", ""));
    const frame = Object.assign(document.createElement("iframe"), { src });
    document.body.append(Object.assign(frame, { width: "800", height: "500" }));
  }, address.href);
  const frame = page.frames().find((known) => known !== page.mainFrame());
  if (frame === undefined) throw new Error("The host has no frame.");
  await expect(frame.getByRole("main").getByText("clients").first()).toBeVisible();
  // The host speaks; once the frame's own listener has heard it, the page has as well.
  await frame.evaluate(() => {
    addEventListener("message", () => document.body.setAttribute("data-heard", ""));
  });
  await page.evaluate(() => {
    const message = { atlas: 1, id: 1, do: "seek", us: 3_000_000 };
    document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
  });
  await expect(frame.locator("body")).toHaveAttribute("data-heard", "");
  await expect(frame.getByRole("slider", { name: "Instant" })).toHaveAttribute(
    "aria-valuenow",
    "0",
  );
  await expect(page.locator("body")).not.toHaveAttribute("data-heard");
});

test("it shows the chosen panels, keeps nothing and passes the rules", async ({
  page,
  baseURL,
}) => {
  const frame = await open(page, baseURL, "scenario=first-look&lock");
  await expect(log(page, '"event":"ready"')).toHaveCount(1);
  await expect(frame.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(frame.getByRole("main")).toBeVisible();
  await expect(frame.getByRole("complementary")).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Open…" })).toHaveCount(0);
  expect(await brokenRules(page)).toEqual([]);
  await ask(page, { do: "seek", us: 2_000_000 });
  const databases = await frame.evaluate(() => indexedDB.databases());
  expect(databases).toEqual([]);
  expect(await frame.evaluate(() => localStorage.length)).toBe(0);
});

test("only embed.html may be framed", async ({ request }) => {
  for (const [path, isFree] of [
    ["./", false],
    ["./index.html", false],
    ["./embed.html", true],
    ["./embed.html?origin=http://localhost:1", true],
    ["./?x=/embed.html", false],
  ] as const) {
    const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy.includes("frame-ancestors 'none'"), path).toBe(!isFree);
  }
});
