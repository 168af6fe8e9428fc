/** A person with a real page in Chromium: a teacher, or a student who follows. */

import { speak } from "../bench-browser.mjs";
import { watch } from "./watch.mjs";

const VIEW = { width: 1280, height: 800 };

/** Of each lesson that is opened: its title, and its steps' ids in order. */
export class PagePerson {
  name;
  page;
  #log;
  #context;
  #session;

  constructor(name, log) {
    this.name = name;
    this.#log = log;
  }

  /** @param {import("@playwright/test").Browser} browser @param {string} address */
  async open(browser, address) {
    // Playwright waits by evaluating text, which the page's content policy forbids.
    this.#context = await browser.newContext({
      viewport: VIEW,
      bypassCSP: true,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    const page = await this.#context.newPage();
    page.setDefaultTimeout(60_000);
    await page.exposeFunction("heardOf", ({ kind, ms, ...more }) => this.#log(kind, more, ms));
    await page.addInitScript(speak);
    await page.addInitScript(watch);
    page.on("pageerror", (error) => this.#log("error", { text: String(error) }));
    page.on("console", (message) => {
      const isGone = /WebSocket connection to|net::ERR_/.test(message.text());
      if (message.type() === "error" && !isGone) this.#log("error", { text: message.text() });
    });
    this.page = page;
    await page.goto(address);
    await page.getByTestId("class-says").waitFor();
  }

  /** Loaded again, as by F5. */
  async reload() {
    await this.page.reload();
    await this.page.getByTestId("class-says").waitFor();
  }

  /** As a laptop whose lid is shut: no script of the page runs. */
  async sleep() {
    this.#session ??= await this.#context.newCDPSession(this.page);
    await this.#session.send("Debugger.enable");
    await this.#session.send("Debugger.pause");
  }

  async wake() {
    // Stops at the next script, if none ran since.
    await this.#session.send("Debugger.resume").catch(() => undefined);
    await this.#session.send("Debugger.disable");
  }

  async says(pattern) {
    await this.page.getByTestId("class-says").getByText(pattern).first().waitFor();
  }

  /** By its name on the page. */
  async press(name) {
    await this.page.getByRole("button", { name, exact: true }).first().click();
  }

  /** A lesson from the list, and a step of it by its number. */
  async openStep(title, number) {
    const region = this.page.getByRole("region", { name: `Lesson: ${title}`, exact: true });
    if (!(await region.isVisible())) {
      await this.press("Lessons");
      const list = this.page.getByRole("dialog", { name: "Lessons" });
      const verb = new RegExp(`^(Start|Continue|Play again): ${title}$`);
      await list.getByRole("button", { name: verb }).click();
      await region.waitFor();
    }
    await region
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: new RegExp(`^Step ${number}: `) })
      .click();
    await region.getByText("Running to where this step begins").waitFor({ state: "detached" });
  }

  /** Answers the question of the step that is shown. False: it asks none, or not any more. */
  async predict(place) {
    const form = this.page.getByRole("form", { name: "Predict" });
    if (!(await form.isVisible())) return false;
    await form.getByRole("radio").nth(place).check({ force: true });
    await this.press("Lock it in");
    await form.waitFor({ state: "detached" });
    return true;
  }

  async giveName(name) {
    await this.press("Class…");
    const dialog = this.page.getByRole("dialog", { name: "Class" });
    await dialog.getByRole("textbox", { name: /^Your name/ }).fill(name);
    await dialog.getByRole("button", { name: "Send it" }).click();
    await this.page.keyboard.press("Escape");
  }

  run() {
    return this.page.evaluate(() => window.atlas.run());
  }

  ask(request) {
    return this.page.evaluate((asked) => window.atlas.ask(asked), request);
  }

  async close() {
    await this.page.close();
    await this.#context.close();
  }
}
