/** The data of a report inside its HTML file, found again and checked without reading the rest. */

import * as v from "valibot";
import { t } from "@/language/words";

import type { Fetched } from "../fetched";
import { quoted } from "../share/share";
import { type LabReport, REPORT_FORMAT, report } from "./report";

/** Larger than any report that a person writes: its pictures and one scenario of the largest kind. */
export const REPORT_BYTES_MAX = 8_000_000;

const BEGIN = '<script type="application/json" id="raft-atlas-report">';
const END = "</script>";

/** An element that holds the data and runs nothing. */
export function dataElement(content: LabReport): string {
  return `${BEGIN}${inertJson(content)}${END}`;
}

/** JSON in which nothing looks like markup: the same to every reader of JSON. */
export function inertJson(content: unknown): string {
  const escapes = /[<>&\u2028\u2029]/g;
  return JSON.stringify(content).replace(
    escapes,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The report of a file's text, or a sentence that says why it is none. */
export function readReport(text: string): Fetched<LabReport> {
  const begin = text.indexOf(BEGIN);
  if (begin < 0) return no(withoutData(text));
  if (text.includes(BEGIN, begin + 1))
    return no(t("It has the data of more than one report in it."));
  const end = text.indexOf(END, begin);
  if (end < 0) return no(t("The file is cut off: the data of the report has no end."));
  return readData(text.slice(begin + BEGIN.length, end));
}

/** The data comes last: a report that ends early has none. */
function withoutData(text: string): string {
  const isReport = text.startsWith("<!doctype html>") && /Raft Atlas<\/title>/.test(text);
  return isReport && !text.includes("</html>")
    ? t("The file is cut off: it ends before its data.")
    : t("It has no data of a report in it.");
}

function readData(json: string): Fetched<LabReport> {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return no(t("The data of the report is not JSON."));
  }
  const format = typeof data === "object" && data !== null && "format" in data ? data.format : "";
  if (format !== REPORT_FORMAT) {
    const found = quoted(typeof format === "string" ? format : JSON.stringify(format));
    return no(
      t("Its format is {found}; this page reads “{format}”.", { found, format: REPORT_FORMAT }),
    );
  }
  const read = v.safeParse(report, data);
  if (read.success) return { ok: true, value: read.output };
  const [issue] = read.issues;
  const where = v.getDotPath(issue) ?? "it";
  return no(
    t("Its data is not as a report has it: at {where}, {message}", {
      where: quoted(where),
      message: issue.message,
    }),
  );
}

function no(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
