/** Who is let into a class, and who is not: by origin, address, code and seat. */

import { describe, expect, it } from "vitest";
import {
  addressOf,
  ClassDoor,
  Doorkeeper,
  isOwnOrigin,
  LIMITS,
  sameText,
  Throttle,
} from "./class-door.mjs";

const CODE = "BCDFGHJK";
const seatOf = (i) => i.toString(16).padStart(24, "0");
let nowMs = 0;

function keeperWith(limits = {}) {
  nowMs = 0;
  return new Doorkeeper({ code: CODE, limits: { ...LIMITS, ...limits }, nowMs: () => nowMs });
}

/** A student, unless something else is said. */
function come(keeper, i, { address = "10.0.0.1", code = CODE } = {}) {
  return keeper.admit({ address, code, seat: seatOf(i) });
}

describe("connections", () => {
  it("are bounded for an address and in all, and one that ends makes room", () => {
    const keeper = keeperWith({ connectionsOfAddress: 2, connections: 3 });
    const first = come(keeper, 1);
    come(keeper, 2);
    expect(come(keeper, 3)).toMatchObject({ status: 429 });
    come(keeper, 4, { address: "10.0.0.2" });
    expect(come(keeper, 5, { address: "10.0.0.3" })).toMatchObject({ status: 503 });
    first.leave();
    // Said twice it is done once.
    first.leave();
    expect(come(keeper, 6)).toHaveProperty("leave");
    expect(come(keeper, 7)).toHaveProperty("status");
  });
});

describe("codes", () => {
  it("that are wrong are counted for each address, and then the right one is not tried either", () => {
    const keeper = keeperWith({ wrongCodesOfAddress: 3 });
    for (let i = 0; i < 3; i += 1) {
      // The server itself refuses them, in the words that the page shows.
      expect(come(keeper, i, { code: "NNNNNNNN" })).toHaveProperty("leave");
      expect(keeper.isSeated(seatOf(i))).toBe(false);
    }
    expect(come(keeper, 9, { code: "NNNNNNNN" })).toMatchObject({ status: 429 });
    expect(come(keeper, 9)).toMatchObject({ status: 429 });
    expect(come(keeper, 9, { address: "10.0.0.2" })).toHaveProperty("leave");
    nowMs = LIMITS.windowMs + 1;
    expect(come(keeper, 10)).toHaveProperty("leave");
  });

  it("that others guess do not keep out who is in already", () => {
    const keeper = keeperWith({ wrongCodesOfAddress: 1 });
    come(keeper, 1);
    come(keeper, 2, { code: null });
    expect(come(keeper, 2)).toMatchObject({ status: 429 });
    expect(come(keeper, 1)).toHaveProperty("leave");
  });

  it("are compared whole", () => {
    expect(sameText(CODE, CODE)).toBe(true);
    expect(sameText("", CODE)).toBe(false);
    expect(sameText(`${CODE}2`, CODE)).toBe(false);
  });
});

describe("seats", () => {
  it("are bounded for an address and in all", () => {
    const keeper = keeperWith({ seatsOfAddress: 2, seats: 3 });
    come(keeper, 1);
    come(keeper, 2);
    expect(come(keeper, 3)).toMatchObject({ status: 429, why: "All seats are taken." });
    come(keeper, 4, { address: "10.0.0.2" });
    expect(come(keeper, 5, { address: "10.0.0.3" })).toHaveProperty("status");
  });

  it("are free again when nobody has them, unless something of theirs is stored", () => {
    const keeper = keeperWith({ seatsOfAddress: 2 });
    const [first, second] = [come(keeper, 1), come(keeper, 2)];
    keeper.noteStored(seatOf(2));
    first.leave();
    second.leave();
    expect([1, 2].map((i) => keeper.isSeated(seatOf(i)))).toEqual([false, true]);
    come(keeper, 3);
    expect(come(keeper, 4)).toHaveProperty("status");
    expect(come(keeper, 2)).toHaveProperty("leave");
  });

  it("hold a tab that reconnects, and no crowd", () => {
    const keeper = keeperWith();
    for (let i = 0; i < LIMITS.connectionsOfSeat; i += 1) come(keeper, 1);
    expect(come(keeper, 1)).toMatchObject({ status: 429 });
    expect(keeper.admit({ address: "10.0.0.1", code: CODE, seat: "*" })).toMatchObject({
      status: 400,
    });
  });

  it("fill less of the stream than it holds", () => {
    // 64 answers of 512 bytes with what the server keeps beside each; the stream takes 64 MiB.
    expect(LIMITS.seats * 64 * (512 + 100)).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("origins", () => {
  it("are the page's own, or named", () => {
    expect(isOwnOrigin("http://10.0.0.5:4173", "10.0.0.5:4173")).toBe(true);
    expect(isOwnOrigin("https://atlas.example.org", "atlas.example.org")).toBe(true);
    expect(isOwnOrigin("https://evil.example", "atlas.example.org")).toBe(false);
    expect(isOwnOrigin("null", "atlas.example.org")).toBe(false);
    expect(isOwnOrigin(undefined, "atlas.example.org")).toBe(true);
    const named = ["https://course.example.org"];
    expect(isOwnOrigin(named[0], "atlas.example.org", named)).toBe(true);
  });
});

describe("addresses", () => {
  it("are what our own proxies saw, not what somebody wrote", () => {
    expect(addressOf(undefined, "10.0.0.9", 1)).toBe("10.0.0.9");
    expect(addressOf("10.0.0.9", "127.0.0.1", 1)).toBe("10.0.0.9");
    expect(addressOf("1.1.1.1, 10.0.0.9", "127.0.0.1", 1)).toBe("10.0.0.9");
    expect(addressOf("1.1.1.1, 10.0.0.9, 172.16.0.2", "127.0.0.1", 2)).toBe("10.0.0.9");
    expect(addressOf("1.1.1.1", "10.0.0.9", 0)).toBe("10.0.0.9");
  });

  it("of IPv6 are a network's, and IPv4 is told from it", () => {
    expect(addressOf(undefined, "::ffff:10.0.0.9", 0)).toBe("10.0.0.9");
    expect(addressOf(undefined, "2001:db8:1:2:3:4:5:6", 0)).toBe("2001:db8:1:2::/64");
    expect(addressOf(undefined, "2001:0db8:1:2::6", 0)).toBe("2001:db8:1:2::/64");
    expect(addressOf(undefined, "::1", 0)).toBe("0:0:0:0::/64");
  });
});

it("who sends more than a student needs waits, and loses nothing", async () => {
  const throttle = new Throttle({ burstBytes: 1_000, bytesPerSecond: 10_000 });
  const beganMs = performance.now();
  let got = 0;
  throttle.on("data", (chunk) => {
    got += chunk.length;
  });
  for (let i = 0; i < 3; i += 1) throttle.write(Buffer.alloc(1_000));
  throttle.end();
  await new Promise((resolve) => throttle.once("end", resolve));
  expect(got).toBe(3_000);
  expect(performance.now() - beganMs).toBeGreaterThan(150);
});

describe("who watches over containers", () => {
  it("hears whether students could come in, and nothing else by plain http", async () => {
    const door = new ClassDoor({ code: CODE, nats: { host: "127.0.0.1", port: 1 } });
    const port = await door.listen();
    const statusOf = async (place) => (await fetch(`http://127.0.0.1:${port}${place}`)).status;
    try {
      expect(await statusOf("/health")).toBe(503);
      door.isOpen = true;
      expect(await statusOf("/health")).toBe(200);
      expect(await statusOf("/class")).toBe(426);
    } finally {
      await door.stop();
    }
  });
});
