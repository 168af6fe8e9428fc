/** What a page notices by its clock alone. */
import { describe, expect, it } from "vitest";
import { HandClock } from "@/test/handClock";
import { LEADER_GONE_MS, LeaderWatch, SilenceWatch } from "./watching";

describe("a page that hears nothing", () => {
  function watch() {
    const clock = new HandClock();
    const told: [number, boolean][] = [];
    const server = { answers: true, refuses: false };
    const silence = new SilenceWatch({
      later: clock.later,
      probe: () => {
        if (server.refuses) return Promise.reject(new Error("disconnected"));
        return server.answers ? Promise.resolve() : new Promise(() => {});
      },
      changed: (isSilent) => told.push([clock.nowMs, isSilent]),
    });
    silence.begin();
    return { clock, told, server, silence };
  }

  it("says so within 5 s of the last word, and at once when there is one", async () => {
    const { clock, told, server } = watch();
    await clock.pass(60_000);
    expect(told).toEqual([]);
    server.answers = false;
    await clock.pass(5_000);
    expect(told).toEqual([[expect.any(Number), true]]);
    expect((told[0]?.[0] ?? 0) - 60_000).toBeLessThanOrEqual(5_000);
    server.answers = true;
    await clock.pass(5_000);
    expect(told.map(([, isSilent]) => isSilent)).toEqual([true, false]);
  });

  it("asks on after a connection was lost", async () => {
    const { clock, told, server } = watch();
    server.refuses = true;
    await clock.pass(10_000);
    server.refuses = false;
    server.answers = false;
    await clock.pass(6_000);
    expect(told).toHaveLength(1);
  });

  it("says nothing once the class is left", async () => {
    const { clock, told, server, silence } = watch();
    silence.end();
    server.answers = false;
    await clock.pass(20_000);
    expect(told).toEqual([]);
  });
});

describe("a class whose teacher's page is gone", () => {
  function watch() {
    const clock = new HandClock();
    const told: boolean[] = [];
    const wire = { hears: true };
    const leader = new LeaderWatch({
      wallMs: () => clock.nowMs,
      later: clock.later,
      hears: () => wire.hears,
      changed: (isGone) => told.push(isGone),
    });
    leader.begin();
    return { clock, told, wire, leader };
  }

  it("is told after 30 s, and again when it is back", async () => {
    const { clock, told, leader } = watch();
    for (let i = 0; i < 20; i += 1) {
      leader.heard();
      await clock.pass(2_000);
    }
    await clock.pass(LEADER_GONE_MS - 3_000);
    expect(told).toEqual([]);
    await clock.pass(2_000);
    expect(told).toEqual([true]);
    leader.heard();
    expect(told).toEqual([true, false]);
  });

  it("is not told by a page that hears nobody", async () => {
    const { clock, told, wire } = watch();
    wire.hears = false;
    await clock.pass(120_000);
    wire.hears = true;
    await clock.pass(LEADER_GONE_MS - 2_000);
    expect(told).toEqual([]);
  });
});
