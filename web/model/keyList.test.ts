import { describe, expect, it } from "vitest";

import { readKeys } from "./keyList";

describe("keys that are typed", () => {
  it("are parted by commas or spaces", () => {
    for (const text of ["1, 5, 9", "1 5 9", " 1,5,, 9 ", "k1, k5, k9", "1;5;9"])
      expect(readKeys(text, 99)).toEqual({ keys: [1, 5, 9] });
  });

  it("are refused with what is wrong", () => {
    const wrong = (text: string) => {
      const read = readKeys(text, 99);
      return "wrong" in read ? read.wrong : "";
    };
    expect(wrong("")).toBe("Enter keys, such as 1, 5, 9.");
    expect(wrong("1, x")).toBe("“x” is no key.");
    expect(wrong("-1")).toBe("“-1” is no key.");
    expect(wrong("1, 100")).toBe("There is no key 100: the last one is 99.");
    expect(wrong("4, 4")).toBe("Key 4 stands there twice.");
    expect(wrong("1 2 3 4 5 6 7")).toBe("6 keys at most.");
  });
});
