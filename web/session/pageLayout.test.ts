import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withOne, withTwo } from "./beside/besideLayout";
import { onScreen, withLesson, withView } from "./pageLayout";
import { INITIAL_PAGE, type PageLayout, type PageState } from "./pageState";
import { connectPorts } from "./ports";
import { linkedView } from "./sharing/views";

const WIDE: PageLayout = {
  narrow: false,
  view: "events",
  choices: 2,
  size: "open",
  sheet: "selected",
};
const NARROW: PageLayout = { ...WIDE, narrow: true, sheet: "view" };

const page = (changes: Partial<PageState>): PageState => ({ ...INITIAL_PAGE, ...changes });

describe("the view that is open", () => {
  beforeEach(() =>
    connectPorts({
      views: [
        { id: "events", title: "" },
        { id: "compare", title: "", forTwo: true },
      ],
    }),
  );
  afterEach(() => connectPorts({ views: [] }));

  it("is in the dock of a wide page, unless that is closed", () => {
    expect(linkedView(WIDE)).toBe("events");
    expect(linkedView({ ...WIDE, size: "closed", sheet: "view" })).toBe("");
  });

  it("is in the sheet of a narrow page, unless that shows something else", () => {
    expect(linkedView({ ...NARROW, size: "closed" })).toBe("events");
    expect(linkedView({ ...NARROW, sheet: "controls" })).toBe("");
  });

  it("goes into no link when it speaks of two runs", () => {
    expect(linkedView({ ...WIDE, view: "compare" })).toBe("");
  });

  it("opens a dock that was closed, and else leaves its size", () => {
    const open = { ...WIDE, view: "logs", choices: 3 };
    expect(withView({ ...WIDE, size: "closed" }, "logs")).toEqual(open);
    expect(withView({ ...WIDE, size: "half" }, "logs").size).toBe("half");
    expect(withView(WIDE, "logs", "closed").size).toBe("closed");
  });

  it("is the same one when the page becomes wide or narrow", () => {
    expect(linkedView(onScreen(page({ layout: NARROW }), false))).toBe("events");
    expect(onScreen(page({ layout: WIDE }), true)).toMatchObject({ sheet: "selected" });
    const lesson = { id: "leases", step: "first" };
    expect(onScreen(page({ layout: WIDE, lesson }), true)).toMatchObject({ sheet: "lesson" });
  });
});

describe("the sheet of a lesson", () => {
  const lesson = { id: "leases", step: "first" };

  it("opens with it and goes with it", () => {
    expect(withLesson(page({ layout: NARROW }), lesson).layout.sheet).toBe("lesson");
    const open = { ...NARROW, sheet: "lesson" } as const;
    expect(withLesson(page({ layout: open, lesson }), null).layout.sheet).toBe("selected");
  });

  it("stays as it is from step to step", () => {
    const next = { ...lesson, step: "second" };
    expect(withLesson(page({ layout: NARROW, lesson }), next)).toEqual({
      lesson: next,
      layout: NARROW,
    });
  });
});

describe("a second run", () => {
  beforeEach(() =>
    connectPorts({
      views: [
        { id: "series", title: "" },
        { id: "compare", title: "", forTwo: true },
      ],
    }),
  );
  afterEach(() => connectPorts({ views: [] }));

  it("brings the view of two to the dock, closed or not, and takes it away again", () => {
    const closed = { ...WIDE, size: "closed" } as const;
    const two = withTwo(closed, closed.choices);
    expect(two).toEqual({ ...closed, view: "compare" });
    expect(withOne(two)).toEqual({ ...closed, view: "series" });
  });

  it("leaves a view that was chosen while it opened", () => {
    const again = withView(WIDE, WIDE.view);
    expect(withTwo(again, WIDE.choices)).toBe(again);
  });

  it("covers nothing on a narrow page, and leaves no empty sheet there", () => {
    expect(withTwo(NARROW, NARROW.choices)).toBe(NARROW);
    expect(withOne({ ...NARROW, view: "compare" })).toMatchObject({ sheet: "selected" });
    expect(withOne(NARROW)).toBe(NARROW);
  });

  it("changes nothing where no view speaks of two", () => {
    connectPorts({ views: [{ id: "series", title: "" }] });
    expect(withTwo(WIDE, WIDE.choices)).toBe(WIDE);
  });
});
