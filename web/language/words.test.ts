import { afterEach, describe, expect, it } from "vitest";
import { addTexts, placeNamed, setWords, t, translate } from "./words";

afterEach(() => setWords("en", {}));

describe("what the page says", () => {
  it("is its English where nothing else is known", () => {
    expect(t("Cut {link}", { link: "az1" })).toBe("Cut az1");
    expect(translate("A title")).toBe("A title");
    expect(placeNamed("dublin")).toBeUndefined();
  });

  it("is said in the language that was chosen, and in English again after it", () => {
    expect(t("Cut {link}", { link: "az1" })).toBe("Cut az1");
    setWords("zh-CN", { "Cut {link}": "切断 {link}" }, { places: { dublin: "都柏林" } });
    addTexts({ "A title": "标题" });
    expect([t("Cut {link}", { link: "az1" }), translate("A title"), placeNamed("dublin")]).toEqual([
      "切断 az1",
      "标题",
      "都柏林",
    ]);
    setWords("en", {});
    expect([t("Cut {link}", { link: "az1" }), translate("A title"), placeNamed("dublin")]).toEqual([
      "Cut az1",
      "A title",
      undefined,
    ]);
  });

  it("takes a text from elsewhere for a text, whatever it is called", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(translate(name)).toBe(name);
      expect(placeNamed(name)).toBeUndefined();
    }
  });
});
