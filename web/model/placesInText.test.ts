/** Places that a text names: by whole ids or in Chinese, where they stand first, never by one letter. */
import { afterEach, expect, test } from "vitest";
import { setWords } from "@/language/words";
import { worldOf } from "@/test/fixtures";
import { type MapPlace, namesOf, placePieces } from "./placesInText";

const world = worldOf({ stores: [1, 2] });
const names = namesOf(world);

afterEach(() => setWords("en", {}));

test("stores, gateways and zones are found by their ids, each once", () => {
  const text = "Crash s1 in AZ1, then s1 again; s2x and pre-s2 are no stores, s2 is.";
  const found = placePieces(text, names, new Set()).filter(({ place }) => place !== null);
  expect(found.map(({ text }) => text)).toEqual(["s1", "AZ1", "s2"]);
  expect(found[0]?.place).toEqual({ node: world.nodes.find(({ id }) => id === "s1")?.index });
  expect(found[1]?.place).toEqual({ zone: 0 });
});

test("the pieces are the text, and what another text told is not told again", () => {
  const told = new Set<MapPlace>();
  const text = "s2 follows s1.";
  const joined = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join("");
  expect(joined(placePieces(text, names, told))).toBe(text);
  expect(placePieces(text, names, told)).toEqual([{ text, place: null }]);
});

test("an id of one letter is a word of the language", () => {
  const zones = [{ ...world.zones[0], id: "a" }] as typeof world.zones;
  expect(placePieces("a store", namesOf({ nodes: [], zones }), new Set())).toEqual([
    { text: "a store", place: null },
  ]);
});

const CITIES = ["Dublin", "London"].map((id, index) => ({ index, id, region: "europe" }));
const TEXT = "都柏林（Dublin）的 s1 到London，再回都柏林和伦敦。";
const marked = () =>
  placePieces(TEXT, namesOf({ nodes: [], zones: CITIES }), new Set()).filter(
    ({ place }) => place !== null,
  );

test("a zone is named in Chinese too, and is told once under whichever name", () => {
  setWords("zh-CN", {}, { places: { dublin: "都柏林", london: "伦敦", paris: "巴黎" } });
  expect(marked()).toEqual([
    { text: "都柏林", place: { zone: 0 } },
    { text: "London", place: { zone: 1 } },
  ]);
});

test("in English only its id names it", () => {
  expect(marked().map(({ text }) => text)).toEqual(["Dublin", "London"]);
});
