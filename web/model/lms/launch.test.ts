import { describe, expect, it } from "vitest";
import { readLaunch } from "./launch";

const PAGE = "https://lms.example/content/index.html";

function read(parts: Record<string, string>) {
  const all = {
    endpoint: "https://lrs.example/xapi",
    actor: '{"name":"Ada","mbox":"mailto:ada@example.org"}',
    activity_id: "urn:raft-atlas:lesson:leader",
    ...parts,
  };
  return readLaunch(`?lms=xapi&${new URLSearchParams(all)}`, PAGE);
}

describe("an xAPI launch", () => {
  it("says where statements go, and who learns", () => {
    expect(read({ auth: "Basic YTpi", registration: "r" })).toEqual({
      launch: {
        actor: { objectType: "Agent", name: "Ada", mbox: "mailto:ada@example.org" },
        registration: "r",
        activity: "urn:raft-atlas:lesson:leader",
      },
      to: { address: "https://lrs.example/xapi/", auth: "Basic YTpi" },
    });
  });

  it("may name a store on the platform's own origin, and no registration", () => {
    const found = read({ endpoint: "/lrs/" });
    expect(found?.to).toEqual({ address: "https://lms.example/lrs/", auth: "" });
    expect(found?.launch.registration).toBeNull();
  });

  it("may write the actor as earlier platforms did, in lists", () => {
    const account = '[{"accountServiceHomePage":"https://a.example","accountName":"7"}]';
    expect(read({ actor: `{"name":["Ada"],"account":${account}}` })?.launch.actor).toEqual({
      objectType: "Agent",
      name: "Ada",
      account: { homePage: "https://a.example", name: "7" },
    });
  });

  it.each([
    ["no endpoint", { endpoint: "" }],
    ["an endpoint that is no place of the web", { endpoint: "javascript:alert(1)" }],
    ["an actor whom nobody knows", { actor: '{"name":"Ada"}' }],
    ["an actor that is no JSON", { actor: "Ada" }],
    ["an activity that is no IRI", { activity_id: "leader" }],
  ])("is none with %s", (_, parts) => expect(read(parts)).toBeNull());
});
