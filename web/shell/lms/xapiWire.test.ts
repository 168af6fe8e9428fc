import validate from "@learninglocker/xapi-validation";
import { describe, expect, it } from "vitest";
import { NOTHING_DONE, readRecord, withSteps } from "@/model/lms/record";
import { reportOf } from "@/model/lms/report";
import type { Statement } from "@/model/lms/statements";
import { LESSON } from "@/test/lmsContent";
import { XapiWire } from "./xapiWire";

const LAUNCH = {
  actor: { objectType: "Agent", account: { homePage: "https://lms.example", name: "7" } },
  registration: "6bd1f1a2-5f0c-4c8e-9d53-0a5d4f1b2c3d",
  activity: "urn:raft-atlas:lesson:old-leader",
};
const TO = { address: "https://lrs.example/xapi/", auth: "Basic YTpi" };
const MET = withSteps(NOTHING_DONE, "ask", { ask: { answer: 1, done: true } });

/** A record store in memory: statements by their ids, each valid, and one state. */
class Store {
  readonly statements = new Map<string, Statement>();
  readonly headers = new Set<string>();
  state: string | null = null;
  isDown = false;
  private ids = 0;

  readonly refused: string[] = [];
  readonly wire = new XapiWire(LAUNCH, TO, {
    fetch: (address, init) => this.answer(address, init),
    nowMs: () => Date.UTC(2026, 0, 2),
    makeId: () => {
      this.ids += 1;
      return `1f2e3d4c-5b6a-4978-8796-${String(this.ids).padStart(12, "0")}`;
    },
    refused: (why) => this.refused.push(why),
  });

  get verbs(): string[] {
    return [...this.statements.values()].map(({ verb }) => verb.display["en-US"]);
  }

  private async answer(address: string, init: RequestInit): Promise<Response> {
    this.headers.add(JSON.stringify(init.headers));
    if (this.isDown) return new Response(null, { status: 503 });
    const { pathname, searchParams } = new URL(address);
    if (pathname === "/xapi/statements") {
      for (const one of JSON.parse(String(init.body)) as Statement[]) {
        expect(validate(one)).toEqual([]);
        this.statements.set(one.id, one);
      }
      return Response.json([...this.statements.keys()]);
    }
    expect(pathname).toBe("/xapi/activities/state");
    expect(JSON.parse(searchParams.get("agent") ?? "")).toEqual(LAUNCH.actor);
    expect(searchParams.get("registration")).toBe(LAUNCH.registration);
    if (init.method === "PUT") this.state = String(init.body);
    else return new Response(this.state, { status: this.state === null ? 404 : 200 });
    return new Response(null, { status: 204 });
  }
}

describe("a record store", () => {
  it("gets valid statements in their order, and keeps what the next visit needs", async () => {
    const store = new Store();
    expect(await store.wire.begin()).toEqual({ kept: "", place: "" });
    const fresh = reportOf(LESSON, NOTHING_DONE, 0);
    store.wire.report(null, fresh);
    store.wire.report(fresh, reportOf(LESSON, MET, 1_000));
    await expect.poll(() => store.verbs).toEqual(["initialized", "answered", "progressed"]);
    await expect.poll(() => readRecord(store.state ?? "")).toEqual(MET);
    store.wire.end(reportOf(LESSON, MET, 2_000));
    await expect.poll(() => store.verbs.at(-1)).toBe("terminated");
    expect(readRecord((await store.wire.begin()).kept)).toEqual(MET);
    expect(store.refused).toEqual([]);
    for (const headers of store.headers)
      expect(JSON.parse(headers)).toMatchObject({
        Authorization: "Basic YTpi",
        "X-Experience-API-Version": "1.0.3",
      });
  });

  it("that was away gets all of it later, each once", async () => {
    const store = new Store();
    store.isDown = true;
    const fresh = reportOf(LESSON, NOTHING_DONE, 0);
    store.wire.report(null, fresh);
    await expect.poll(() => store.refused).toEqual(["https://lrs.example/xapi/: 503"]);
    store.isDown = false;
    store.wire.report(fresh, reportOf(LESSON, MET, 1_000));
    await expect.poll(() => store.verbs).toEqual(["initialized", "answered", "progressed"]);
  });
});
