/**
 * A class with a real nats-server: a teacher's page and students' pages, each a browser of its own.
 * They show the same instant with the same digest, whatever happens to whom.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, test as base, expect, type Locator, type Page } from "@playwright/test";

import { ClassServer, type MadeClass, newClass } from "../../tools/class-server.mjs";
import { natsServer } from "../../tools/nats-server.mjs";
import { StaticHost } from "../../tools/static-host.mjs";
import { brokenRules } from "../axe";
import { AtlasPage } from "../pages/AtlasPage";

/** A server, the page beside it, and whoever comes. */
class Room {
  readonly made: MadeClass;
  readonly server: ClassServer;
  readonly troubles: string[] = [];
  private readonly address: string;
  private readonly browser: Browser;

  constructor(made: MadeClass, server: ClassServer, address: string, browser: Browser) {
    this.made = made;
    this.server = server;
    this.address = address;
    this.browser = browser;
  }

  async teacher(query?: string): Promise<Person> {
    const person = await this.withTeachersLink(query);
    await expect(person.says).toContainText("You lead the class");
    return person;
  }

  async withTeachersLink(query = "scenario=first-look&paused"): Promise<Person> {
    const { code, token } = this.made;
    return this.person(`?origin=self&${query}#class=${code}.${token}`);
  }

  async student(query = ""): Promise<Person> {
    return this.person(`?origin=self${query}#class=${this.made.code}`);
  }

  private async person(where: string): Promise<Person> {
    const context = await this.browser.newContext();
    const page = await context.newPage();
    page.on("pageerror", (error) => this.troubles.push(String(error)));
    page.on("console", (message) => {
      // A browser says that a server is gone; the page says it, too, and comes back.
      const isGone = message.text().startsWith("WebSocket connection to");
      if (message.type() === "error" && !isGone) this.troubles.push(message.text());
    });
    await page.goto(this.address + where);
    const person = new Person(page);
    await person.atlas.ready();
    return person;
  }
}

class Person {
  readonly page: Page;
  readonly atlas: AtlasPage;

  constructor(page: Page) {
    this.page = page;
    this.atlas = new AtlasPage(page);
  }

  get says(): Locator {
    return this.page.getByTestId("class-says");
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async openClass(): Promise<Locator> {
    await this.button("Class…").click();
    const dialog = this.page.getByRole("dialog", { name: "Class" });
    await expect(dialog).toBeVisible();
    return dialog;
  }
}

const test = base.extend<{ room: Room }>({
  room: async ({ browser }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "raft-atlas-class-"));
    const made = newClass();
    const server = await ClassServer.prepare({ program: await natsServer(), folder, ...made });
    await server.start();
    const host = new StaticHost({ classPort: server.wsPort });
    const room = new Room(made, server, await host.start(), browser);
    await use(room);
    for (const context of browser.contexts()) await context.close();
    await host.stop();
    await server.close();
    await rm(folder, { recursive: true, force: true });
    expect(room.troubles).toEqual([]);
  },
});

/** Everybody stands where the teacher stands, and it is the same run. */
async function allSame(teacher: Person, students: readonly Person[]): Promise<void> {
  const { us, events, digest, seed, scenario, actions } = await teacher.atlas.run();
  for (const student of students) {
    await expect
      .poll(async () => {
        const run = await student.atlas.run();
        return [run.us, run.events, run.digest, run.seed, run.scenario, run.actions];
      })
      .toEqual([us, events, digest, seed, scenario, actions]);
  }
}

test("students follow, try something alone, come back, come late and outlive the server", async ({
  room,
}) => {
  const teacher = await room.teacher();
  const [first, second] = await Promise.all([room.student(), room.student()]);
  await expect(teacher.says).toContainText("2 students follow");
  await expect(first.says).toHaveText("Following the class.");
  await allSame(teacher, [first, second]);

  await test.step("an action, an instant, another past", async () => {
    await teacher.atlas.advanceTo(2_000_000);
    await teacher.atlas.act({ do: "cut", from: "Oregon", to: "Ohio", one_way: false });
    await teacher.atlas.advanceTo(4_000_000);
    await allSame(teacher, [first, second]);
    await teacher.atlas.at(3_000_000);
    await teacher.atlas.act({ do: "heal" });
    await teacher.atlas.advanceTo(5_000_000);
    await allSame(teacher, [first, second]);
  });

  await test.step("while it plays", async () => {
    await teacher.atlas.play(1);
    await expect.poll(async () => (await first.atlas.run()).playing).toBe(true);
    const { actions } = await teacher.atlas.act({ do: "crash", store: "s1" });
    await expect.poll(async () => (await first.atlas.run()).actions).toBe(actions);
    await teacher.atlas.pause();
    await allSame(teacher, [first, second]);
  });

  await test.step("one tries something alone", async () => {
    await expect(first.page.getByRole("button", { name: "Restart from 0 s" })).toHaveCount(0);
    await first.button("Let me try").click();
    await expect(first.says).toContainText("On your own");
    await first.atlas.act({ do: "crash", store: "s2" });
    await teacher.atlas.advanceBy(500_000);
    await expect(teacher.says).toContainText("1 student follows, 1 on their own");
    await allSame(teacher, [second]);
    await first.button("Back to the class").click();
    await expect(first.says).toHaveText("Following the class.");
    await allSame(teacher, [first]);
    // What was tried stays.
    expect((await first.atlas.branches()).branches.length).toBeGreaterThan(1);
  });

  await test.step("a server that was killed", async () => {
    await room.server.stop("SIGKILL");
    await expect(teacher.says).toContainText("The server is not reached");
    // Who loads the page again meanwhile is in the class when the server is back.
    await second.page.reload();
    await expect(second.says).toContainText("it is tried again");
    await teacher.atlas.act({ do: "restart", store: "s1" });
    await teacher.atlas.advanceBy(500_000);
    await room.server.start();
    await allSame(teacher, [first, second]);
    await expect(first.says).toHaveText("Following the class.");
  });

  await test.step("a latecomer, and another scenario", async () => {
    const late = await room.student();
    await allSame(teacher, [late]);
    await teacher.atlas.openVariant("stale-leader");
    await teacher.atlas.advanceTo(1_000_000);
    await allSame(teacher, [first, second, late]);
  });

  await test.step("the end", async () => {
    const dialog = await teacher.openClass();
    await dialog.getByRole("button", { name: "End the class…" }).click();
    const asked = dialog.getByRole("region", { name: "End the class" });
    await expect(asked).toContainText("3 students are there");
    await asked.getByRole("button", { name: "Go on with the class" }).click();
    await expect(first.says).toHaveText("Following the class.");
    await dialog.getByRole("button", { name: "End the class…" }).click();
    await asked.getByRole("button", { name: "End the class", exact: true }).click();
    await expect(first.says).toHaveText("The class has ended. The run is yours.");
    await first.button("Leave the class").click();
    await expect(first.says).toHaveCount(0);
  });
});

test("predictions come back as numbers, and as names only when they are asked for", async ({
  room,
}) => {
  const teacher = await room.teacher("lesson=leader&paused");
  const [first, second] = await Promise.all([room.student(), room.student()]);
  await expect(teacher.says).toContainText("2 students follow");
  const question = (person: Person) => person.page.getByRole("form", { name: "Predict" });
  for (const [person, place] of [
    [first, 0],
    [second, 1],
  ] as const) {
    await question(person).getByRole("radio").nth(place).check({ force: true });
    await person.button("Lock it in").click();
    await expect(question(person)).toHaveCount(0);
  }

  const dialog = await teacher.openClass();
  const answers = dialog.getByRole("region", { name: "Answers" });
  await expect(answers).toContainText("2 answers; the goal was reached 0 times.");
  await expect(answers.getByRole("definition")).toHaveText(["1", "1", "0"]);
  expect(await brokenRules(teacher.page)).toEqual([]);

  await dialog.getByLabel("Ask students for their names").check();
  await expect(first.says).toContainText("Your teacher asks for your name");
  const mine = await first.openClass();
  await mine.getByRole("textbox", { name: /^Your name/ }).fill("<b>Ada</b>");
  await mine.getByRole("button", { name: "Send it" }).click();
  expect(await brokenRules(first.page)).toEqual([]);
  const opening = teacher.page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Names, in a window of your own…" }).click();
  const names = await opening;
  // Text from elsewhere is text.
  await expect(names.getByRole("definition")).toHaveText(["<b>Ada</b>", "1 without a name"]);
  await expect(dialog, "what a room sees tells no name").not.toContainText("Ada");
  await names.close();
  await dialog.getByLabel("Ask students for their names").uncheck();
  await test.step("who loads the page again is the same student", async () => {
    await first.page.reload();
    await expect(first.says).toHaveText("Following the class.");
    await first.button("Let me try").click();
    const students = dialog.getByRole("region", { name: "Students", exact: true });
    await expect(students).toContainText("2 joined: 1 follow, 1 on their own.");
  });
});

test("a second page of the teacher’s asks, and takes the class over as it stands", async ({
  room,
}) => {
  const first = await room.teacher();
  const student = await room.student();
  await first.atlas.advanceTo(2_000_000);
  await first.atlas.act({ do: "cut", from: "Oregon", to: "Ohio", one_way: false });
  await allSame(first, [student]);

  const second = await room.withTeachersLink("scenario=stale-leader&paused");
  await expect(second.says).toContainText("Another page leads this class. Lead from here?");
  await allSame(first, [second, student]);
  await second.button("Lead from here").click();
  await expect(second.says).toContainText("You lead the class");
  await expect(first.says).toContainText("Another page leads this class.");
  await second.atlas.act({ do: "heal" });
  await second.atlas.advanceBy(500_000);
  await allSame(second, [first, student]);

  await test.step("a reload leads on from where the class stands", async () => {
    await second.page.reload();
    await expect(second.says).toContainText("You lead the class");
    await second.atlas.advanceBy(500_000);
    await allSame(second, [first, student]);
  });

  await test.step("an address leaves the class, and Back leads on", async () => {
    const place = new URL("./?origin=self&paused&lesson=leader", second.page.url());
    await second.page.goto(place.href);
    await second.atlas.ready();
    await expect(second.says).toHaveCount(0);
    await second.page.goBack();
    await expect(second.says).toContainText("You lead the class");
    await allSame(second, [first, student]);
  });

  await test.step("closing it leaves the class where it was", async () => {
    const { us, digest } = await student.atlas.run();
    await second.page.close();
    await first.button("Lead from here").click();
    await expect(first.says).toContainText("You lead the class");
    expect(await student.atlas.run()).toMatchObject({ us, digest });
    await first.atlas.advanceBy(500_000);
    await allSame(first, [student]);
  });
});

test("a room reads the class’s address and its answers from the back row", async ({ room }) => {
  const teacher = await room.teacher();
  await teacher.page.setViewportSize({ width: 1920, height: 1080 });
  await teacher.atlas.more("Present");
  await teacher.button("QR code").click();
  const corner = teacher.page.getByRole("complementary", { name: "The class as a link" });
  await expect(corner).toContainText(`#class=${room.made.code}`);
  expect((await corner.locator("svg").boundingBox())?.width).toBe(400);
  expect(await leastPx(corner)).toBeGreaterThanOrEqual(28);
  await teacher.button("QR code").click();
  const dialog = await teacher.openClass();
  await expect(dialog).toContainText(`#class=${room.made.code}`);
  expect((await dialog.locator("figure svg").boundingBox())?.width).toBe(400);
  expect(await leastPx(dialog)).toBeGreaterThanOrEqual(28);
  expect(await brokenRules(teacher.page)).toEqual([]);
});

for (const level of ["watch", "instruments"])
  test(`on a phone in a class the sentence of the task is in sight, also after a reload (${level})`, async ({
    room,
  }) => {
    await room.teacher("lesson=leader&paused");
    const student = await room.student(`&level=${level}`);
    const { page } = student;
    const sentence = page.locator("[data-sentence]");
    const inSight = async (said: string | RegExp): Promise<void> => {
      for (const [width, height] of [
        [390, 844],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(sentence).toContainText(said);
        await expect.poll(() => sentence.evaluate(isSeen), `${said} at ${width}`).toBe(true);
      }
      await page.reload();
      await expect.poll(() => sentence.evaluate(isSeen), `${said}, loaded again`).toBe(true);
    };
    const question = page.getByRole("form", { name: "Predict" });
    await expect(question).toBeAttached();
    await inSight(/\?$/);
    await question.getByRole("radio").first().check({ force: true });
    await student.button("Lock it in").click();
    await expect(page.getByRole("region", { name: "Do", exact: true })).toBeAttached();
    await inSight(/./);
  });

/** Whether all of it is on the screen, with nothing over it. */
function isSeen(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (left + right) / 2;
  return [top + 4, bottom - 4].every((y) => {
    const at = document.elementFromPoint(x, y);
    return at !== null && (element.contains(at) || at.contains(element));
  });
}

/** The smallest type in which something is written there. */
async function leastPx(place: Locator): Promise<number> {
  return place.evaluate((root) => {
    const written = [...root.querySelectorAll<HTMLElement>("*")].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    return Math.min(
      ...written
        .filter((one) => one.closest("svg") === null)
        .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    );
  });
}

test("a page that shows another run heals by replaying the class’s", { tag: "@long" }, async ({
  room,
}) => {
  const teacher = await room.teacher();
  const student = await room.student();
  await teacher.atlas.advanceTo(1_000_000);
  await allSame(teacher, [student]);
  // Done in the student's page while it follows, past its locked controls: another run.
  await student.atlas.act({ do: "crash", store: "s2" });
  await teacher.atlas.advanceTo(2_000_000);
  await allSame(teacher, [student]);
  await expect(student.says).toContainText("it was replayed and is the teacher’s again");
});
