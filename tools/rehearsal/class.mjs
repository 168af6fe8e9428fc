/** The class that is played: its people, its rows, its accidents, each at its time. */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../steps.mjs";
import { PagePerson } from "./page.mjs";
import { EVENTS, FLAKY, MINUTES, PAGES, ROWS, STUDENTS } from "./plan.mjs";
import { Relay } from "./relay.mjs";
import { Student } from "./student.mjs";

const UNITS_US = { us: 1, ms: 1e3, s: 1e6, min: 6e7 };
/** Of a row's time: until when the question is talked over, before the run is played. */
const ASKED_SHARE = 0.4;

const lessons = Object.fromEntries(
  ["leader", "old-leader", "leases"].map((id) => [
    id,
    JSON.parse(fs.readFileSync(path.join(ROOT, "public", "lessons", `${id}.json`), "utf8")),
  ]),
);

function usOf(text) {
  const [, amount, unit] = /^([\d.]+)(us|ms|s|min)$/.exec(text);
  return Number(amount) * UNITS_US[unit];
}

/** The step of a row, its lesson's title, and its place in the lesson from 1. */
function stepOf({ lesson, step }) {
  const { title, steps } = lessons[lesson];
  const at = steps.findIndex(({ id }) => id === step);
  return { title, number: at + 1, step: steps[at] };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

export class Class {
  #with;
  #minuteMs;
  #beganMs = 0;
  /** By name. */
  #relays = new Map();
  #students = new Map();
  #pages = new Map();
  #first;
  #second;
  #leads;
  #pending = [];

  /** @param {{ made: object, server: object, port: number, browser: object, code: object, tell: (who: string, kind: string, more?: object, ms?: number) => void, minutes: number }} given */
  constructor(given) {
    this.#with = given;
    this.#minuteMs = (given.minutes * 60_000) / MINUTES;
  }

  /** @returns {Promise<string>} the file of answers, as the teacher saved it at the end */
  async play() {
    await this.#enter();
    this.#beganMs = performance.now();
    const accidents = EVENTS.map((event) => this.#accident(event));
    for (const row of ROWS) await this.#row(row);
    await Promise.all(accidents);
    await this.#untilMinute(MINUTES - 1);
    await Promise.all(this.#pending);
    return this.#end();
  }

  async close() {
    await Promise.all([...this.#students.values()].map((one) => one.close()));
    await Promise.all([...this.#relays.values()].map((one) => one.close()));
  }

  // --- who comes --------------------------------------------------------------------------------

  async #enter() {
    const { made } = this.#with;
    this.#first = await this.#openPage("teacher 1", `scenario=first-look&paused`, made.token);
    await this.#first.says(/You lead the class/);
    this.#leads = this.#first;
    await this.#first.press("Class…");
    await this.#first.page.getByLabel("Ask students for their names").check();
    await this.#first.page.keyboard.press("Escape");
    for (const name of PAGES) {
      const page = await this.#openPage(name, "");
      this.#pages.set(name, page);
      await page.says(/Following the class/);
      await page.giveName(name);
      this.#there(name, true);
    }
    const others = Array.from({ length: STUDENTS - PAGES.length }, (_, at) =>
      at < FLAKY.length ? FLAKY[at] : `student ${at + PAGES.length + 1}`,
    );
    for (const name of others) await this.#openStudent(name);
  }

  async #openPage(name, query, token) {
    const { browser, made, tell, port } = this.#with;
    const relay = await Relay.open(port);
    this.#relays.set(name, relay);
    const person = new PagePerson(name, (kind, more, ms) => tell(name, kind, more, ms));
    const place = token === undefined ? made.code : `${made.code}.${token}`;
    const address = `http://localhost:${relay.port}/?origin=self&${query}#class=${place}`;
    await person.open(browser, address);
    return person;
  }

  async #openStudent(name) {
    const { code, made, tell, port } = this.#with;
    const relay = await Relay.open(port);
    this.#relays.set(name, relay);
    const student = new Student({
      code,
      name,
      place: { code: made.code, port: relay.port },
      log: (kind, more) => tell(name, kind, more),
    });
    student.choose = (lesson, step) => this.#choice(lesson, step);
    student.delayMs = () => this.#minuteMs * (0.2 + Math.random() * 0.8);
    this.#students.set(name, student);
    await student.open();
    this.#there(name, true);
  }

  #choice(lesson, step) {
    const answers = stepOf({ lesson, step }).step.predict?.answers.length ?? 0;
    return answers === 0 ? null : Math.floor(Math.random() * answers);
  }

  #there(name, is) {
    this.#with.tell(name, "there", { is });
  }

  // --- the guide --------------------------------------------------------------------------------

  #untilMinute(minute) {
    return sleep(this.#beganMs + minute * this.#minuteMs - performance.now());
  }

  async #row(row) {
    await this.#untilMinute(row.from);
    const { title, number, step } = stepOf(row);
    const { tell } = this.#with;
    tell(this.#leads.name, "act", { text: `minute ${row.from}: ${title}, step ${number}` });
    await this.#leads.openStep(title, number);
    const asked = [...this.#pages].map(([name, page]) => this.#predict(name, page, row));
    this.#pending.push(...asked);
    await this.#untilMinute(row.from + (row.to - row.from) * ASKED_SHARE);
    const { actions = [], until } = step.solution ?? { until: null };
    for (const { at, ...action } of actions) {
      await this.#playTo(usOf(at) - 1);
      tell(this.#leads.name, "act", { text: `does ${JSON.stringify(action)}` });
      await this.#leads.ask({ do: "act", action });
    }
    if (until !== null) await this.#playTo(usOf(until));
  }

  /** At the speed of a clock, as a class sees it; a page stops by itself where a goal is met. */
  async #playTo(us) {
    const page = this.#leads;
    if ((await page.run()).us >= us) return;
    await page.ask({ do: "play", speed: 1 });
    for (;;) {
      await sleep(50);
      if (page !== this.#leads) return;
      const run = await page.run();
      if (run.us >= us) break;
      if (!run.playing) return;
    }
    await page.ask({ do: "pause" });
  }

  /** A page's person reads, chooses, locks in; one who sleeps or is alone does not. */
  async #predict(name, page, { lesson, step }) {
    const place = this.#choice(lesson, step);
    if (place === null) return;
    await sleep(this.#minuteMs * (0.3 + Math.random() * 0.6));
    try {
      if (await page.predict(place))
        this.#with.tell(name, "answers", { lesson, step, answer: place });
    } catch (error) {
      this.#with.tell(name, "missed", {
        text: `${lesson}/${step}: ${String(error).slice(0, 120)}`,
      });
    }
  }

  // --- accidents --------------------------------------------------------------------------------

  async #accident(event) {
    await this.#untilMinute(event.at);
    const { who = event.do === "kill" ? "the server" : "teacher 2" } = event;
    this.#with.tell(who, "act", { text: event.do });
    const page = this.#pages.get(who);
    const relay = this.#relays.get(who);
    switch (event.do) {
      case "reload":
        return page === undefined ? this.#reload(who) : page.reload();
      case "try":
        return page.press("Let me try");
      case "come back":
        return page.press("Back to the class");
      case "cut":
      case "hang":
        this.#there(who, false);
        this.#with.tell(who, "deaf");
        relay[event.do]();
        await sleep(event.ms);
        this.#there(who, true);
        return relay.mend();
      case "sleep":
        await page.sleep();
        relay.hang();
        this.#there(who, false);
        await sleep(event.ms);
        this.#there(who, true);
        relay.mend();
        return page.wake();
      case "kill":
        return this.#kill(event.ms);
      case "second":
        this.#second = await this.#openPage("teacher 2", "", this.#with.made.token);
        return this.#second.says(/Another page leads this class/);
      case "take over":
        return this.#lead(this.#second);
      default:
        return this.#closeSecond();
    }
  }

  async #reload(name) {
    const student = this.#students.get(name);
    await student.close();
    await student.open();
  }

  async #kill(ms) {
    const { server, tell } = this.#with;
    tell("the server", "server", { is: false });
    const everybody = [...this.#students.keys(), ...this.#pages.keys(), "teacher 1"];
    for (const name of everybody) tell(name, "deaf");
    await server.stop("SIGKILL");
    await sleep(ms);
    await server.start();
    tell("the server", "server", { is: true });
  }

  async #lead(page) {
    this.#with.tell(page.name, "act", { text: "presses “Lead from here”" });
    await page.press("Lead from here");
    await page.says(/You lead the class/);
    this.#leads = page;
  }

  async #closeSecond() {
    await this.#second.close();
    this.#with.tell("teacher 2", "gone");
    await this.#lead(this.#first);
  }

  // --- the end ----------------------------------------------------------------------------------

  async #end() {
    const { page } = this.#first;
    const dialog = page.getByRole("dialog", { name: "Class" });
    await this.#first.press("Class…");
    const shown = await dialog.getByRole("region", { name: "Answers" }).innerText();
    this.#with.tell("teacher 1", "answers?", { text: shown.replaceAll("\n", " | ") });
    await dialog.getByRole("button", { name: "End the class…" }).click();
    const asked = dialog.getByRole("region", { name: "End the class" });
    this.#with.tell("teacher 1", "asked", {
      text: (await asked.innerText()).replaceAll("\n", " | "),
    });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      asked.getByRole("button", { name: "Save the answers, CSV" }).click(),
    ]);
    const answers = fs.readFileSync(await file.path(), "utf8");
    this.#with.tell("teacher 1", "ends");
    await asked.getByRole("button", { name: "End the class", exact: true }).click();
    await Promise.all([...this.#pages.values()].map((one) => one.says(/has ended/)));
    await sleep(1_000);
    return answers;
  }
}
