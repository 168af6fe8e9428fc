/** What the server refuses for good is told and left; what it does not answer is said again. */

import { describe, expect, it } from "vitest";
import type { Said } from "./protocol";
import { Saying } from "./saying";
import { Overtaken, Refused } from "./wire";

const NAMES = { t: "names", ask: true } as const;
const END = { t: "end" } as const;
const LOOK = { t: "look", range: 1, select: "", view: "" } as const;

class Class {
  /** What came to be stored. */
  stored: string[] = [];
  waits: number[] = [];
  told: string[] = [];
  lacking = 0;
  overtaken = 0;
  /** How many waited, each time that changed. */
  waiting: number[] = [];
  /** How the server takes something; throws where it does not. */
  take = (_: Said): void => {};
  readonly saying = new Saying(
    {
      code: "c0de",
      tell: () => {},
      say: async (_, text) => {
        const said = JSON.parse(text) as Said;
        this.take(said);
        return this.stored.push(said.t);
      },
    },
    {
      later: (callback, ms) => {
        this.waits.push(ms);
        queueMicrotask(callback);
      },
      nonce: "n",
      refused: (why) => this.told.push(why),
      lacking: () => {
        this.lacking += 1;
      },
      overtaken: () => {
        this.overtaken += 1;
      },
      waits: (count) => this.waiting.push(count),
    },
    0,
  );
}

describe("what the server refuses for good", () => {
  it("is told once, and holds up nothing behind it", async () => {
    const room = new Class();
    room.take = ({ t }) => {
      if (t === "names") throw new Refused("insufficient storage resources available");
    };
    for (const said of [NAMES, NAMES, END]) room.saying.say(said);
    await room.saying.settled();
    expect(room).toMatchObject({ stored: ["end"], waits: [], lacking: 2 });
    expect(room.told).toEqual([
      "The class does not hear you: insufficient storage resources available",
    ]);
  });

  it("is told anew after something was stored", async () => {
    const room = new Class();
    room.take = ({ t }) => {
      if (t === "names") throw new Refused("no");
    };
    for (const said of [NAMES, END, NAMES]) room.saying.say(said);
    await room.saying.settled();
    expect(room.told).toHaveLength(2);
  });
});

describe("a server that does not answer", () => {
  it("is asked again, less and less often, and the teacher is told when it takes long", async () => {
    const room = new Class();
    let times = 10;
    room.take = () => {
      times -= 1;
      if (times >= 0) throw new Error("timeout");
    };
    room.saying.say(END);
    await room.saying.settled();
    expect(room.stored).toEqual(["end"]);
    expect(room.waits.slice(0, 3)).toEqual([300, 600, 1_200]);
    expect(Math.max(...room.waits)).toBe(5_000);
    expect(room.told).toEqual(["The class does not hear you: timeout"]);
    expect(room.lacking).toBe(0);
  });
});

describe("what is too large for a message", () => {
  it("is measured in bytes, as the server does", async () => {
    const room = new Class();
    // 44 000 letters of three bytes each.
    room.saying.say({ ...LOOK, view: "读".repeat(44_000) });
    await room.saying.settled();
    expect(room).toMatchObject({ stored: [], lacking: 1 });
    expect(room.told).toEqual(["This is too large to be sent to a class."]);
    room.saying.say({ ...LOOK, view: "x".repeat(44_000) });
    await room.saying.settled();
    expect(room.stored).toEqual(["look"]);
  });
});

describe("a page that another one has overtaken", () => {
  it("drops what it had to say, and goes on only after what the other one said", async () => {
    const room = new Class();
    room.take = ({ t }) => {
      if (t === "names") throw new Overtaken("wrong last sequence: 7");
    };
    for (const said of [NAMES, LOOK, END]) room.saying.say(said);
    await room.saying.settled();
    expect(room).toMatchObject({ stored: [], overtaken: 1, lacking: 0, told: [] });
    expect(room.waiting.at(-1)).toBe(0);
    room.saying.goOn(7);
    room.saying.say(END);
    await room.saying.settled();
    expect(room.stored).toEqual(["end"]);
  });
});

describe("what is not said yet", () => {
  it("is counted until the server has it", async () => {
    const room = new Class();
    for (const said of [NAMES, LOOK, END]) room.saying.say(said);
    await room.saying.settled();
    expect(room.waiting).toEqual([1, 2, 3, 2, 1, 0]);
  });
});
