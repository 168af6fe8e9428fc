/** Sizes are shown in a field's unit, and written back as an action. */

import { describe, expect, it } from "vitest";

import type { TunableInfo } from "@/engine/types";
import { entered, fieldOf, resizeTo, sizeText } from "./sizes";

function info(what: TunableInfo["what"], of: string): TunableInfo {
  return { what, of, label: `${what} of ${of}`, text: "", at_start: 0, resource: null };
}

describe("sizes", () => {
  it.each([
    ["cores", "g1", 8, 8, 16, 16],
    ["bandwidth", "az1>az2", 297_000_000, 297, 10, "10000000bps"],
    ["window", "az1>az2", 65_536, 64, 32, 32_768],
    ["clients", "scan", 12, 12, 20, 20],
    ["rate", "put", 1_500_000, 1.5, 0.5, 0.5],
    ["cost", "execute", 130_000, 130, 40.5, "40500ns"],
  ] as const)("%s of %s", (what, of, size, shown, asked, to) => {
    const sized = { info: info(what, of), now: size };
    expect(entered(sized)).toBe(shown);
    expect(resizeTo(sized.info, asked)).toEqual({ do: "resize", what, of, to });
    expect(fieldOf(sized).max).toBeGreaterThan(shown);
  });

  it("says what is not limited", () => {
    expect(sizeText("cores", 0)).toBe("not limited");
    expect(sizeText("bandwidth", 0)).toBe("not limited");
    expect(sizeText("cores", 1)).toBe("1 core");
    expect(sizeText("cost", 450_000)).toBe("450 µs");
  });
});
