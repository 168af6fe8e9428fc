/** The address of a class, and what people type in its place. */
import { describe, expect, it } from "vitest";

import { classAddress, classFragment, readClassFragment, socketOf, typedCode } from "./place";

const PAGE = "http://localhost:4173/";
const CODE = "5T32V48M";

describe("the address of a class", () => {
  it("has a code, and for the teacher a token", () => {
    const token = "0123456789abcdef".repeat(2);
    for (const place of [
      { code: CODE, token: null },
      { code: CODE, token },
    ])
      expect(readClassFragment(classFragment(place))).toEqual(place);
  });

  it.each([
    "",
    "2",
    "class=",
    "class=abc",
    `class=${CODE}.short`,
    `class=${CODE}&x`,
    "class=AEIOU234",
  ])("is not %j", (fragment) => expect(readClassFragment(fragment)).toBeNull());

  it("is beside the page, and nowhere else", () => {
    expect(socketOf("http://192.168.0.2:4173/x/index.html?a=b#c")).toBe(
      "ws://192.168.0.2:4173/x/class",
    );
    expect(socketOf("https://example.org/")).toBe("wss://example.org/class");
  });
});

describe("what people type", () => {
  it("is a link, or a code in any case", () => {
    const link = `http://192.168.0.2:4173/#class=${CODE}`;
    expect(classAddress(` ${link} `, "", PAGE)).toBe(link);
    expect(typedCode("5t32 v48-m")).toBe(CODE);
    expect(classAddress("5t32 v48m", "", PAGE)).toBe(`${PAGE}#class=${CODE}`);
    expect(classAddress(CODE, "192.168.0.2:4173", PAGE)).toBe(link);
  });

  it("leads nowhere when it is neither", () => {
    expect(classAddress("hello", "", PAGE)).toBeNull();
    expect(classAddress("https://example.org/", "", PAGE)).toBeNull();
    expect(classAddress(CODE, "http://", PAGE)).toBeNull();
    expect(classAddress(`javascript:alert(1)#class=${CODE}`, "", PAGE)).toBeNull();
  });
});
