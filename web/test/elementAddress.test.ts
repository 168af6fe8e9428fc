import { describe, expect, it } from "vitest";

import { ATTRIBUTES, addressOf } from "@/element/address";
import { PARTS } from "@/shell/addressQuery";

const PAGE = new URL("https://atlas.example.org/embed.html?theme=dark");

function address(attributes: Record<string, string>): URL {
  const read = (name: string): string | null => attributes[name] ?? null;
  return new URL(addressOf(PAGE, "https://course.example.org", read));
}

describe("the address of <raft-atlas>", () => {
  it("has an attribute for every part of an address, and for a shared link", () => {
    // Who may speak to the page is the element itself; within another page stands what its panels
    // name, at no level; an assignment is done in the page itself, as is a platform's package.
    const none = ["origin", "level", "assignment", "lms"];
    const parts = PARTS.map(({ key }) => key as string).filter((key) => !none.includes(key));
    expect([...ATTRIBUTES].sort()).toEqual([...parts, "link"].sort());
  });

  it("has what the attributes say, beside what the page's own address says", () => {
    const { searchParams, hash } = address({ scenario: "first-look", paused: "", link: "2abc" });
    expect(Object.fromEntries(searchParams)).toEqual({
      theme: "dark",
      scenario: "first-look",
      paused: "",
      origin: "https://course.example.org",
    });
    expect(hash).toBe("#2abc");
  });

  it("keeps text as text", () => {
    const { searchParams, pathname } = address({
      variant: "a&origin=https://evil.example",
      page: "x",
    });
    expect(searchParams.getAll("origin")).toEqual(["https://course.example.org"]);
    expect(searchParams.get("variant")).toBe("a&origin=https://evil.example");
    expect(pathname).toBe("/embed.html");
  });
});
