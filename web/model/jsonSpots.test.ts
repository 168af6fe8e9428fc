import { describe, expect, test } from "vitest";

import { spotsOf } from "./jsonSpots";

const TEXT = `{
  "title": "One",
  "a.b": 1,
  "stores": [
    { "id": "s1", "cores": 2 },
    { "id": "s2", "colour": "blue" }
  ],
  "variants": { "fast": { "data": { "replicas": 3 } } }
}
`;

function marked(path: string, key = false): string {
  const [span] = spotsOf(TEXT, [{ path, text: "found something", key }]);
  return span === undefined ? "" : `${span.line}: ${TEXT.slice(span.from, span.to)}`;
}

describe("a problem stands where its path leads", () => {
  test("at a value", () => {
    expect(marked("title")).toBe('2: "One"');
    expect(marked("stores[0].cores")).toBe("5: 2");
    expect(marked("variants.fast.data.replicas")).toBe("8: 3");
  });

  test("at a key that does not belong there", () => {
    expect(marked("stores[1].colour", true)).toBe('6: "colour"');
  });

  test("at a key with a dot in it", () => {
    expect(marked("a.b")).toBe("3: 1");
  });

  test("at the key of what is a list or an object", () => {
    expect(marked("stores")).toBe('4: "stores"');
    expect(marked("stores[1]")).toBe("6: {");
  });

  test("at the variant that made another part wrong", () => {
    expect(marked("variants.fast: topology.stores")).toBe('8: "fast"');
  });

  test("as deep as the path is there", () => {
    expect(marked("stores[1].clock.offset")).toBe("6: {");
    expect(marked("nowhere")).toBe("1: {");
    expect(marked("")).toBe("1: {");
  });
});

describe("what is no JSON", () => {
  const at = (text: string, line: number, column: number) =>
    spotsOf(text, [{ path: "", text: "not valid JSON", line, column }])[0];

  test("is marked at the line and column that the reader says", () => {
    const text = '{\n  "format": }';
    const span = at(text, 2, 13);
    expect(span).toMatchObject({ line: 2, column: 13 });
    expect(text.slice(span?.from, span?.to)).toBe("}");
  });

  test("columns are bytes there and letters here", () => {
    const text = '{ "å": x }';
    const span = at(text, 1, 9);
    expect(text.slice(span?.from, span?.to)).toBe("x");
  });

  test("an empty text and positions past its end stay within it", () => {
    expect(at("", 1, 0)).toMatchObject({ from: 0, to: 0 });
    const span = at("{", 9, 99);
    expect(span?.to).toBeLessThanOrEqual(1);
    const [whole] = spotsOf("", [{ path: "", text: "found something" }]);
    expect(whole).toMatchObject({ from: 0, to: 0, line: 1 });
  });
});
