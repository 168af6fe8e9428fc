/**
 * A class on one machine: a teacher's page, a student's page, and followers in Node on WebSockets of
 * their own, beside a real nats-server. How long an action takes to the student's screen, what each
 * student is sent, and how soon a latecomer is there.
 */

import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { wsconnect } from "@nats-io/nats-core";
import { chromium } from "@playwright/test";
import { WebSocket } from "ws";
import { speak, VIEW } from "./bench-browser.mjs";
import { findChromium } from "./chromium.mjs";
import { ClassServer, newClass } from "./class-server.mjs";
import { natsServer } from "./nats-server.mjs";
import { StaticHost } from "./static-host.mjs";

const FOLLOWERS = 200;
const ACTIONS = 60;
/** Of an active class: an action every so often, while it plays. */
const ACTIVE_EVERY_MS = 3_000;
const LATE = { actions: 200, us: 1_800_000_000 };
const CUT = { do: "cut", from: "Oregon", to: "Ohio", one_way: false };
const HEAL = { do: "heal" };

/** Followers' sockets, whose bytes are counted as they arrive. */
const sockets = [];
/** When a follower last heard of something done, by the clock that all of one machine share. */
let heardMs = 0;

class CountedSocket extends WebSocket {
  constructor(...given) {
    super(...given);
    sockets.push(this);
  }
}

export async function benchClass() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-class-"));
  const made = newClass();
  const server = await ClassServer.prepare({ program: await natsServer(), folder, ...made });
  await server.start();
  const host = new StaticHost({ classPort: server.wsPort });
  const address = await host.start();
  const browser = await chromium.launch({ executablePath: findChromium() });
  const followers = [];
  try {
    const teacher = await join(browser, address, `${made.code}.${made.token}`);
    const student = await join(browser, address, made.code);
    for (let i = 0; i < FOLLOWERS; i += 1) followers.push(await follow(address, made.code));
    return [
      latencyRow("standing", await latencies(teacher, student, false)),
      latencyRow("playing", await latencies(teacher, student, true)),
      await bytesRow(teacher),
      await lateRow(browser, address, made.code, teacher),
    ];
  } finally {
    await Promise.all(followers.map((one) => one.close()));
    await browser.close();
    await host.stop();
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function join(browser, address, place) {
  // Playwright waits by evaluating text, which the page's content policy forbids.
  const context = await browser.newContext({ viewport: VIEW, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.addInitScript(speak);
  await page.goto(`${address}?paused&origin=self&scenario=first-look#class=${place}`);
  await page
    .getByTestId("class-says")
    .getByText(/You lead|Following/)
    .waitFor();
  return page;
}

/** As a student's page does, but for the picture. */
async function follow(address, code) {
  Object.assign(globalThis, { WebSocket: CountedSocket });
  const seat = crypto.randomBytes(12).toString("hex");
  const nc = await wsconnect({
    servers: `${address.replace("http", "ws")}class?code=${code}&seat=${seat}`,
    user: "student",
    pass: code,
    name: seat,
    inboxPrefix: `_INBOX_${seat}`,
    ignoreClusterUpdates: true,
  });
  const isFirst = sockets.length === 1;
  nc.subscribe(`class.${code}.said.*`, {
    callback: (_, { subject }) => {
      if (isFirst && subject.endsWith(".do")) heardMs = performance.timeOrigin + performance.now();
    },
  });
  await nc.flush();
  return nc;
}

/** From when the teacher's page is told to act until the student's has drawn it. */
async function latencies(teacher, student, plays) {
  const play = plays ? { do: "play", speed: 1 } : { do: "pause" };
  await teacher.evaluate((asked) => window.atlas.ask(asked), play);
  const taken = [];
  for (let i = 0; i < ACTIONS; i += 1) {
    const action = i % 2 === 0 ? CUT : HEAL;
    const { actions } = await student.evaluate(() => window.atlas.run());
    const drawn = student.evaluate(untilDrawn, actions + 1);
    await student.evaluate(() => window.watching);
    const beganMs = await teacher.evaluate(act, action);
    const drawnMs = await drawn;
    taken.push({ drawn: drawnMs - beganMs, heard: heardMs - beganMs });
  }
  await teacher.evaluate(() => window.atlas.ask({ do: "pause" }));
  return taken;
}

/** Runs in the page. The clock that two pages of one machine share. */
async function act(action) {
  const beganMs = performance.timeOrigin + performance.now();
  await window.atlas.ask({ do: "act", action });
  return beganMs;
}

/** Runs in the page: when a picture with so many actions, all of them done, has been drawn. */
async function untilDrawn(count) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (;;) {
    const asked = window.atlas.query("branches");
    window.watching = asked;
    const { branches, current } = await asked;
    const log = branches.find(({ id }) => id === current).actions;
    const { us } = await window.atlas.run();
    if (log.length >= count && us >= log.at(-1).at_us) break;
    await frame();
  }
  await frame();
  return performance.timeOrigin + performance.now();
}

function latencyRow(how, taken) {
  const at = (what, share) => {
    const sorted = taken.map((one) => one[what]).sort((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length * share)].toFixed(0)} ms`;
  };
  return {
    what: `class, ${FOLLOWERS} followers: action to a student's screen, ${how}, p95`,
    value: `${at("drawn", 0.95)} (median ${at("drawn", 0.5)}, of which at a follower's socket after ${at("heard", 0.5)}; ${taken.length} actions)`,
    goal: "under 300 ms",
  };
}

/** A minute of an active class, as the followers' sockets count it. */
async function bytesRow(teacher) {
  const count = () => sockets.map((one) => one._socket?.bytesRead ?? 0);
  const before = count();
  const asked = { everyMs: ACTIVE_EVERY_MS, cut: CUT, heal: HEAL };
  const actions = await teacher.evaluate(active, asked);
  const bytes = count().map((after, at) => after - before[at]);
  return {
    what: "class: bytes to each student in a minute of an active class",
    value: `${(Math.max(...bytes) / 1_000).toFixed(1)} kB (${actions} actions)`,
    goal: "under 20 kB",
  };
}

/** Runs in the page: plays for a minute, with something done and selected now and then. */
async function active({ everyMs, cut, heal }) {
  await window.atlas.ask({ do: "play", speed: 1 });
  const endMs = performance.now() + 60_000;
  let i = 0;
  for (; performance.now() < endMs; i += 1) {
    await window.atlas.ask({ do: "act", action: i % 2 === 0 ? cut : heal });
    await window.atlas.ask({ do: "select", target: { node: i % 3 } });
    await new Promise((done) => setTimeout(done, everyMs));
  }
  await window.atlas.ask({ do: "pause" });
  return i;
}

/** A run of half an hour with so many actions; from the link to the teacher's digest. */
async function lateRow(browser, address, code, teacher) {
  await teacher.evaluate(fillRun, { ...LATE, cut: CUT, heal: HEAL });
  const { digest } = await teacher.evaluate(() => window.atlas.run());
  const context = await browser.newContext({ viewport: VIEW, bypassCSP: true });
  const page = await context.newPage();
  await page.addInitScript(speak);
  const beganMs = performance.now();
  await page.goto(`${address}?origin=self#class=${code}`);
  await page.waitForFunction(
    async (wanted) => (await window.atlas.run()).digest === wanted,
    digest,
    { polling: "raf", timeout: 120_000 },
  );
  const ms = performance.now() - beganMs;
  await context.close();
  return {
    what: `class: a latecomer at ${LATE.us / 60_000_000} simulated minutes with ${LATE.actions} actions, from the link to the same digest`,
    value: `${(ms / 1_000).toFixed(2)} s`,
    goal: "within 3 s",
  };
}

/** Runs in the page: actions spread evenly over a run from its start. */
async function fillRun({ actions, us, cut, heal }) {
  await window.atlas.ask({ do: "load", scenario: "first-look" });
  for (let i = 1; i <= actions; i += 1) {
    await window.atlas.ask({ do: "advance", us: Math.round((us / actions) * i) });
    await window.atlas.ask({ do: "act", action: i % 2 === 1 ? cut : heal });
  }
}
