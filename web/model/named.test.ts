/** Places that a text names: by whole ids, where they stand first, and never a word of one letter. */
import { expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { namedPieces, namesOf } from "./named";

const world = worldOf({ stores: [1, 2] });
const names = namesOf(world);

test("stores, gateways and zones are found by their ids, each once", () => {
  const text = "Crash s1 in AZ1, then s1 again; s2x and pre-s2 are no stores, s2 is.";
  const found = namedPieces(text, names, new Set()).filter(({ named }) => named !== null);
  expect(found.map(({ text }) => text)).toEqual(["s1", "AZ1", "s2"]);
  expect(found[0]?.named).toEqual({ node: world.nodes.find(({ id }) => id === "s1")?.index });
  expect(found[1]?.named).toEqual({ zone: 0 });
});

test("the pieces are the text, and what another text told is not told again", () => {
  const told = new Set<string>();
  const text = "s2 follows s1.";
  const joined = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join("");
  expect(joined(namedPieces(text, names, told))).toBe(text);
  expect(namedPieces(text, names, told)).toEqual([{ text, named: null }]);
});

test("an id of one letter is a word of the language", () => {
  const zones = [{ ...world.zones[0], id: "a" }] as typeof world.zones;
  expect(namedPieces("a store", namesOf({ nodes: [], zones }), new Set())).toEqual([
    { text: "a store", named: null },
  ]);
});
