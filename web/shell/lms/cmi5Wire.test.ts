import validate from "@learninglocker/xapi-validation";
import { describe, expect, it } from "vitest";
import { readCmi5Launch } from "@/model/lms/cmi5";
import { type LmsRecord, NOTHING_DONE, readRecord, withStars, withSteps } from "@/model/lms/record";
import { reportOf } from "@/model/lms/report";
import type { Statement } from "@/model/lms/statements";
import { cmi5Faults, SESSION, verbOf } from "@/test/cmi5Store";
import { CHALLENGE, LESSON } from "@/test/lmsContent";
import { Cmi5Wire } from "./cmi5Wire";

const EXPECTED = {
  activity: "https://lms.example/unit/7",
  registration: "6bd1f1a2-5f0c-4c8e-9d53-0a5d4f1b2c3d",
  session: "session-1",
};
const TEMPLATE = {
  contextActivities: { grouping: [{ id: "urn:raft-atlas:lesson:old-leader:unit" }] },
  extensions: { [SESSION]: EXPECTED.session },
};

/** A platform that launches, hands out its key once, and keeps what it is told. */
class Platform {
  readonly statements: Statement[] = [];
  readonly refused: string[] = [];
  readonly asked: string[] = [];
  state: string | null = null;
  data: object | null = { launchMode: "Normal", moveOn: "Passed", contextTemplate: TEMPLATE };
  private fetched = 0;
  private ids = 0;

  wire(): Cmi5Wire {
    const query = new URLSearchParams({
      endpoint: "https://lms.example/xapi",
      fetch: "https://lms.example/token",
      actor: '{"account":{"homePage":"https://lms.example","name":"7"}}',
      registration: EXPECTED.registration,
      activityId: EXPECTED.activity,
    });
    const asked = readCmi5Launch(`?${query}`, "https://lms.example/content/");
    if (asked === null) throw new Error("no launch");
    return new Cmi5Wire(asked, {
      fetch: async (address, init) => this.answer(new URL(address), init),
      nowMs: () => Date.UTC(2026, 0, 2),
      makeId: () => {
        this.ids += 1;
        return `1f2e3d4c-5b6a-4978-8796-${String(this.ids).padStart(12, "0")}`;
      },
      refused: (why) => this.refused.push(why),
    });
  }

  private answer(at: URL, init: RequestInit): Response {
    const place = at.pathname.replace("/xapi/", "");
    if (place === "/token") {
      this.fetched += 1;
      const once = { "auth-token": "YTpi" };
      return Response.json(
        this.fetched === 1 ? once : { "error-code": "1", "error-text": "The key was fetched." },
      );
    }
    const stateId = at.searchParams.get("stateId");
    this.asked.push(`${init.method} ${stateId ?? place}`);
    expect(new Headers(init.headers).get("Authorization")).toBe("Basic YTpi");
    if (stateId === "LMS.LaunchData")
      return this.data === null ? new Response(null, { status: 404 }) : Response.json(this.data);
    if (place === "agents/profile") return new Response(null, { status: 404 });
    if (place === "statements") {
      const told = JSON.parse(String(init.body)) as Statement[];
      const isNew = ({ id }: Statement) => !this.statements.some((one) => one.id === id);
      this.statements.push(...told.filter(isNew));
      return Response.json([]);
    }
    if (init.method === "PUT") this.state = String(init.body);
    return this.state === null ? new Response(null, { status: 404 }) : new Response(this.state);
  }

  get verbs(): string[] {
    return this.statements.map(verbOf);
  }
}

const ANSWER = { answer: 1, done: true, answered: { atMs: 0, latencyMs: 4_500 } };
const ASKED = withSteps(NOTHING_DONE, "ask", { ask: ANSWER });
const ALL = withSteps(ASKED, "end", {
  cut: { answer: null, done: true },
  end: { answer: null, done: true },
});

/** A visit in which these were reached, one after the other. */
async function visited(platform: Platform, records: readonly LmsRecord[], content = LESSON) {
  const wire = platform.wire();
  const { kept } = await wire.begin();
  const [first = NOTHING_DONE, ...others] = [readRecord(kept), ...records];
  let before = reportOf(content, first, 0);
  wire.report(null, before);
  for (const record of others) {
    const after = reportOf(content, record, 9_000);
    wire.report(before, after);
    before = after;
  }
  if (platform.state !== null || records.length > 0)
    await expect.poll(() => platform.state).toContain(`"place":"${before.record.place}"`);
  wire.end(before);
  await expect.poll(() => platform.refused.length > 0 || platform.verbs.at(-1)).toBeTruthy();
}

describe("a session of cmi5", () => {
  it("says all in its order and its form", async () => {
    const platform = new Platform();
    await visited(platform, [ASKED, ALL]);
    await expect.poll(() => platform.verbs.at(-1)).toBe("terminated");
    const between = ["answered", "progressed", "progressed", "completed", "passed"];
    expect(platform.verbs).toEqual(["initialized", ...between, "terminated"]);
    expect(cmi5Faults(platform.statements, EXPECTED)).toEqual([]);
    for (const one of platform.statements) expect(validate(one)).toEqual([]);
    expect(platform.asked.slice(0, 3)).toEqual([
      "GET LMS.LaunchData",
      "GET agents/profile",
      "GET raft-atlas",
    ]);
    expect(platform.refused).toEqual([]);
  });

  it("says nothing where its launch was used before: that session has ended", async () => {
    const platform = new Platform();
    await visited(platform, [ASKED]);
    await expect.poll(() => platform.verbs.at(-1)).toBe("terminated");
    const { length } = platform.statements;
    const again = platform.wire();
    await again.begin();
    again.report(null, reportOf(LESSON, ASKED, 0));
    again.end(reportOf(LESSON, ASKED, 0));
    expect(platform.refused).toEqual(["The key was fetched."]);
    expect(platform.statements).toHaveLength(length);
  });

  it("says nothing without the platform’s data of the launch", async () => {
    const platform = new Platform();
    platform.data = { launchMode: "Whatever" };
    const wire = platform.wire();
    await wire.begin();
    wire.report(null, reportOf(LESSON, ASKED, 0));
    expect(platform.refused).toEqual(["LMS.LaunchData: 200"]);
    expect(platform.statements).toEqual([]);
  });

  it("judges nobody who only looks", async () => {
    const platform = new Platform();
    platform.data = { launchMode: "Review", contextTemplate: TEMPLATE };
    await visited(platform, [ASKED, ALL]);
    await expect.poll(() => platform.verbs).toEqual(["initialized", "terminated"]);
    expect(cmi5Faults(platform.statements, EXPECTED)).toEqual([]);
  });

  it("lets nobody pass with less than the platform asks for", async () => {
    const wrong = { ...ANSWER, answer: 0 };
    const poor = withSteps(NOTHING_DONE, "end", { ...ALL.steps, ask: wrong });
    for (const [record, isPassed] of [
      [poor, false],
      [ALL, true],
    ] as const) {
      const platform = new Platform();
      platform.data = { launchMode: "Normal", masteryScore: 0.9, contextTemplate: TEMPLATE };
      await visited(platform, [record]);
      await expect.poll(() => platform.verbs.at(-1)).toBe("terminated");
      expect(platform.verbs.includes("passed")).toBe(isPassed);
      expect(platform.verbs).toContain("completed");
      expect(cmi5Faults(platform.statements, EXPECTED)).toEqual([]);
    }
  });

  it("tells a challenge that failed, and passed later, and nothing after that", async () => {
    const lost = withStars(NOTHING_DONE, 0);
    const won = withStars(lost, 3);
    const platform = new Platform();
    await visited(platform, [lost, won, withStars(won, 1)], CHALLENGE);
    await expect.poll(() => platform.verbs.at(-1)).toBe("terminated");
    const judged = ["progressed", "completed", "failed", "passed"];
    expect(platform.verbs).toEqual(["initialized", ...judged, "terminated"]);
    expect(cmi5Faults(platform.statements, EXPECTED)).toEqual([]);
  });
});

describe("a launch", () => {
  it.each(["endpoint", "fetch", "actor", "registration", "activityId"])(
    "is none without %s",
    (name) => {
      const query = new URLSearchParams({
        endpoint: "/xapi",
        fetch: "/token",
        actor: '{"mbox":"mailto:ada@example.org"}',
        registration: "r",
        activityId: "urn:x:y",
      });
      expect(readCmi5Launch(`?${query}`, "https://lms.example/")).not.toBeNull();
      query.delete(name);
      expect(readCmi5Launch(`?${query}`, "https://lms.example/")).toBeNull();
    },
  );
});

it("the rules are broken by what breaks them", async () => {
  const platform = new Platform();
  await visited(platform, [ASKED, ALL]);
  await expect.poll(() => platform.verbs.at(-1)).toBe("terminated");
  const said = platform.statements;
  expect(cmi5Faults([...said].reverse(), EXPECTED)).toContain("initialized is not the first");
  expect(cmi5Faults(said, { ...EXPECTED, session: "other" })).toContain("passed: no session id");
  expect(cmi5Faults(said, EXPECTED, said)).toContain("completed is said twice in a registration");
  const scored = said.map((one) => ({ ...one, result: { ...one.result, score: { scaled: 1 } } }));
  expect(cmi5Faults(scored, EXPECTED)).toContain("completed: a score");
});
