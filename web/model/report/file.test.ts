/** The data of a report inside a file: it comes back as it was, and nothing else comes for it. */

import { describe, expect, it } from "vitest";

import { dataElement, inertJson, readReport } from "./file";
import { type LabReport, REPORT_FORMAT } from "./report";

const EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(1)"> & \u2028 ]]>';

const REPORT: LabReport = {
  format: REPORT_FORMAT,
  name: EVIL,
  words: EVIL,
  title: EVIL,
  lesson: {
    id: "leader",
    title: EVIL,
    steps: [{ id: "one", title: EVIL, answer: 0, right: true, reached: null, run: null }],
  },
  run: {
    build: "0123456789ab",
    scenario: { kind: "file", name: EVIL.slice(0, 80), text: JSON.stringify({ title: EVIL }) },
    variant: "",
    seed: 7,
    actions: [{ at_us: 1, action: { do: "crash", store: EVIL } }],
    us: 1_000_000,
    digest: "0123456789abcdef",
  },
};

const page = (data: string) => `<!doctype html><body><p>Words</p>${data}</body>`;

it("a report that ends before its data is cut off, and says so", () => {
  const text = "<!doctype html>\n<html><head><title>A · Raft Atlas</title></head><body><main><p>Wo";
  const message = "The file is cut off: it ends before its data.";
  expect(readReport(text)).toEqual({ ok: false, message });
  expect(readReport(`${text}</html>`).ok ? "" : "whole").toBe("whole");
});

describe("the data of a report", () => {
  it("comes back as it was, whatever its texts are", () => {
    expect(readReport(page(dataElement(REPORT)))).toEqual({ ok: true, value: REPORT });
  });

  it("has no markup in it: the element ends where it is ended", () => {
    const element = dataElement(REPORT);
    expect(inertJson(REPORT)).not.toMatch(/[<>&\u2028\u2029]/);
    expect(element.match(/<\/script>/g)).toHaveLength(1);
    expect(element.endsWith("</script>")).toBe(true);
  });

  it.each([
    ["", "It has no data of a report in it."],
    ["<p>raft-atlas-report</p>", "It has no data of a report in it."],
    [dataElement(REPORT).repeat(2), "It has the data of more than one report in it."],
    [
      dataElement(REPORT).replace("</script>", ""),
      "The file is cut off: the data of the report has no end.",
    ],
    [dataElement(REPORT).replace('{"format"', "{format"), "The data of the report is not JSON."],
    [
      dataElement(REPORT).replace(REPORT_FORMAT, "raft-atlas-lab-report/9"),
      `Its format is “raft-atlas-lab-report/9”; this page reads “${REPORT_FORMAT}”.`,
    ],
  ])("is none, and says why: %#", (data, message) => {
    expect(readReport(page(data))).toEqual({ ok: false, message });
  });

  it.each([
    { ...REPORT, run: { ...REPORT.run, digest: "<img>" } },
    { ...REPORT, run: { ...REPORT.run, us: -1 } },
    { ...REPORT, run: { ...REPORT.run, us: 1e15 } },
    { ...REPORT, run: { ...REPORT.run, actions: [{ at_us: 1, action: { do: "<b>" } }] } },
    { ...REPORT, name: "x".repeat(81) },
    { ...REPORT, more: 1 },
  ])("is refused where it is not as a report has it: %#", (report) => {
    const read = readReport(page(dataElement(report as LabReport)));
    expect(read.ok ? "" : read.message).toMatch(/^Its data is not as a report has it: at “/);
  });
});
