import { describe, expect, it } from "vitest";
import { networkOf } from "./network";
import { nearRegions, withKnownRtt } from "./regions";

const zones = (...regions: string[]) => regions.map((region, i) => ({ id: `z${i + 1}`, region }));
const file = (links: object, ...regions: string[]): string =>
  JSON.stringify({ topology: { zones: zones(...regions), links } });
const near = (text: string) => nearRegions(networkOf(JSON.parse(text)));

describe("regions that are drawn too near", () => {
  it("are told where a link between them is as short as one inside a region", () => {
    const text = file({ cross_zone: { rtt: "500us" } }, "us-east-1", "eu-west-1", "us-east-1");
    expect(near(text)).toMatchObject([
      { a: "eu-west-1", b: "us-east-1", rtt: "500us", known: "70ms", links: [{}, {}] },
    ]);
  });

  it("are told by the default too, and without a known round trip where nobody knows it", () => {
    expect(near(file({}, "north", "south"))).toMatchObject([{ rtt: "1ms", known: null }]);
  });

  it("are none within a region, without one, or where the file says how far they are", () => {
    expect(near(file({}, "us-east-1", "us-east-1"))).toEqual([]);
    expect(near(file({}, "", "us-east-1"))).toEqual([]);
    const apart = { between: [{ zones: ["z1", "z2"], rtt: "70ms" }] };
    expect(near(file(apart, "us-east-1", "eu-west-1"))).toEqual([]);
  });

  it("get the known round trip, each link its own", () => {
    const links = { between: [{ zones: ["z1", "z2"], rtt: "500us", jitter: "1ms" }] };
    const text = file(links, "us-east-1", "eu-west-1", "eu-west-1");
    const [pair] = near(text);
    if (pair === undefined) throw new Error("no pair");
    const mended = withKnownRtt(text, pair).text;
    expect(JSON.parse(mended).topology.links.between).toEqual([
      { zones: ["z1", "z2"], rtt: "70ms", jitter: "1ms" },
      { zones: ["z1", "z3"], rtt: "70ms" },
    ]);
    expect(near(mended)).toEqual([]);
  });
});
