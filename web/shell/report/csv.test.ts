/** The table of checked reports for other programs. */

import { describe, expect, it } from "vitest";

import { checksCsv, sameText } from "./csv";

const goal = { title: "Goal", claimed: true, same: "equal", why: "" } as const;

describe("the table of checked reports", () => {
  it("has a line for each report, and for what is none its reason", () => {
    const found = {
      run: { same: "equal", why: "" },
      answers: { right: 1, of: 2 },
      goals: [
        { ...goal, id: "a", reached: true },
        { ...goal, id: "b", reached: false },
      ],
      wrong: ["“Goal”: its run does not reach the goal."],
      trouble: "",
      challenge: null,
    } as const;
    const rows = [
      {
        id: 1,
        alike: [{ other: 2, byChance: false }],
        file: "a.html",
        name: "Ada",
        title: "T",
        found,
        reason: "",
      },
      { id: 2, alike: [], file: "b.txt", name: "", title: "", found: null, reason: "No, none." },
    ];
    expect(checksCsv(rows).split("\r\n")).toEqual([
      "file,name,title,answers_right,answers,goals_reached,goals,reached,digest,not_as_reported,reason,stars,score,conditions_met,conditions,alike",
      "a.html,Ada,T,1,2,1,2,a,equal,“Goal”: its run does not reach the goal.,,,,,,The same actions at the same microseconds as in b.txt.",
      'b.txt,,,,,,,,,,"No, none.",,,,,',
      "",
    ]);
  });

  it("holds no formula, whatever a name is", () => {
    for (const name of ["=1+1", "+1", "-1", "@x", '=HYPERLINK("x")']) {
      const [, line = ""] = checksCsv([
        { id: 1, alike: [], file: name, name, title: "", found: null, reason: "" },
      ]).split("\r\n");
      expect(line).toMatch(/^"?'/);
    }
  });

  it("tells another build apart from a digest that was changed", () => {
    expect(sameText({ same: "differs", why: "" })).toBe("not equal");
    expect(sameText({ same: "other_build", why: "" })).toContain("another build");
  });
});
