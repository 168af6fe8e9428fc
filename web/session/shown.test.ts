import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withOne, withTwo } from "./beside/twoShown";
import { INITIAL_PAGE, type PageState, type Shown } from "./pageState";
import { provide } from "./provided";
import { linkedView } from "./sharing/views";
import { onScreen, withLesson, withView } from "./shown";

const WIDE: Shown = {
  narrow: false,
  view: "events",
  choices: 2,
  size: "open",
  sheet: "selected",
};
const NARROW: Shown = { ...WIDE, narrow: true, sheet: "view" };

const page = (changes: Partial<PageState>): PageState => ({ ...INITIAL_PAGE, ...changes });

describe("the view that is open", () => {
  beforeEach(() =>
    provide({
      views: [
        { id: "events", title: "" },
        { id: "compare", title: "", forTwo: true },
      ],
    }),
  );
  afterEach(() => provide({ views: [] }));

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
    expect(linkedView(onScreen(page({ shown: NARROW }), false))).toBe("events");
    expect(onScreen(page({ shown: WIDE }), true)).toMatchObject({ sheet: "selected" });
    const lesson = { id: "leases", step: "first" };
    expect(onScreen(page({ shown: WIDE, lesson }), true)).toMatchObject({ sheet: "lesson" });
  });
});

describe("the sheet of a lesson", () => {
  const lesson = { id: "leases", step: "first" };

  it("opens with it and goes with it", () => {
    expect(withLesson(page({ shown: NARROW }), lesson).shown.sheet).toBe("lesson");
    const open = { ...NARROW, sheet: "lesson" } as const;
    expect(withLesson(page({ shown: open, lesson }), null).shown.sheet).toBe("selected");
  });

  it("stays as it is from step to step", () => {
    const next = { ...lesson, step: "second" };
    expect(withLesson(page({ shown: NARROW, lesson }), next)).toEqual({
      lesson: next,
      shown: NARROW,
    });
  });
});

describe("a second run", () => {
  beforeEach(() =>
    provide({
      views: [
        { id: "score", title: "" },
        { id: "compare", title: "", forTwo: true },
      ],
    }),
  );
  afterEach(() => provide({ views: [] }));

  it("brings the view of two to the dock, closed or not, and takes it away again", () => {
    const closed = { ...WIDE, size: "closed" } as const;
    const two = withTwo(closed, closed.choices);
    expect(two).toEqual({ ...closed, view: "compare" });
    expect(withOne(two)).toEqual({ ...closed, view: "score" });
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
    provide({ views: [{ id: "score", title: "" }] });
    expect(withTwo(WIDE, WIDE.choices)).toBe(WIDE);
  });
});
