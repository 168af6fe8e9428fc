/** A place of a lesson's text is one element, under whichever of its names it stands first. */
import { afterEach, expect, test } from "vitest";
import { setWords } from "@/language/words";
import { placeNodes } from "./placeNodes";
import type { TextNode } from "./textNodes";

afterEach(() => setWords("en", {}));

const paragraph = (value: string): TextNode => ({
  type: "element",
  tagName: "p",
  children: [{ type: "text", value }],
});

test("a city is one element in the paragraphs of a Chinese text", () => {
  setWords("zh-CN", {}, { places: { dublin: "都柏林" } });
  const zones = [{ index: 0, id: "Dublin", region: "europe" }];
  const tree: TextNode = {
    type: "root",
    children: [paragraph("都柏林（Dublin）写入。"), paragraph("都柏林，Dublin。")],
  };
  placeNodes({ nodes: [], zones })()(tree);
  const [first, second] = tree.children ?? [];
  expect(first?.children?.map(({ tagName, properties }) => [tagName, properties])).toEqual([
    ["mark", { title: "zone 0" }],
    [undefined, undefined],
  ]);
  expect(first?.children?.[1]?.value).toBe("（Dublin）写入。");
  expect(second?.children).toEqual([{ type: "text", value: "都柏林，Dublin。" }]);
});
