/** Places that a text names: by whole ids or in Chinese, where they stand first, never by one letter. */
import { afterEach, expect, test } from "vitest";
import { setWords } from "@/language/words";
import { worldOf } from "@/test/fixtures";
import { type Named, namedPieces, namesOf } from "./named";

const world = worldOf({ stores: [1, 2] });
const names = namesOf(world);

afterEach(() => setWords("en", {}));

test("stores, gateways and zones are found by their ids, each once", () => {
  const text = "Crash s1 in AZ1, then s1 again; s2x and pre-s2 are no stores, s2 is.";
  const found = namedPieces(text, names, new Set()).filter(({ named }) => named !== null);
  expect(found.map(({ text }) => text)).toEqual(["s1", "AZ1", "s2"]);
  expect(found[0]?.named).toEqual({ node: world.nodes.find(({ id }) => id === "s1")?.index });
  expect(found[1]?.named).toEqual({ zone: 0 });
});

test("the pieces are the text, and what another text told is not told again", () => {
  const told = new Set<Named>();
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

const CITIES = ["Dublin", "London"].map((id, index) => ({ index, id, region: "europe" }));
const TEXT = "都柏林（Dublin）的 s1 到London，再回都柏林和伦敦。";
const marked = () =>
  namedPieces(TEXT, namesOf({ nodes: [], zones: CITIES }), new Set()).filter(
    ({ named }) => named !== null,
  );

test("a zone is named in Chinese too, and is told once under whichever name", () => {
  setWords("zh-CN", {}, { places: { dublin: "都柏林", london: "伦敦", paris: "巴黎" } });
  expect(marked()).toEqual([
    { text: "都柏林", named: { zone: 0 } },
    { text: "London", named: { zone: 1 } },
  ]);
});

test("in English only its id names it", () => {
  expect(marked().map(({ text }) => text)).toEqual(["Dublin", "London"]);
});
