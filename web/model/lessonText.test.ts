import { expect, test } from "vitest";

import { isAdviceText, isLessonText } from "./lessonText";

test("a lesson is told by the format that it names first", () => {
  expect(isLessonText('{ "format": "raft-atlas-lesson/1", "title": "One" }')).toBe(true);
  expect(isLessonText('{\n  "$schema": "x.json",\n  "format":"raft-atlas-lesson/2"')).toBe(true);
  expect(isLessonText('{ "format": "raft-atlas/1" }')).toBe(false);
  expect(isLessonText('{ "a": { "format": "raft-atlas-lesson/1" } }')).toBe(false);
  expect(isLessonText("")).toBe(false);
});

test("so is a form of advice", () => {
  expect(isAdviceText('{ "$schema": "x.json", "format": "raft-atlas-advice/1" }')).toBe(true);
  expect(isAdviceText('{ "format": "raft-atlas-lesson/1" }')).toBe(false);
});
