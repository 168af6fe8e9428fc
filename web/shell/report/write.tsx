/** A report as one HTML file that stands alone; the same parts give the same file. */

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { language, t } from "@/language/words";
import { dataElement } from "@/model/report/file";
import type { LabReport } from "@/model/report/report";
import type { Gathered } from "./gather";
import { Head, Replay, Words } from "./Paper";
import { Run } from "./PaperRun";
import { Steps } from "./PaperSteps";
import { paperStyle } from "./paperStyle";
import { runSvg } from "./runPicture";

/** Even if a text could become markup, nothing would run and nothing be asked for. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function writeReport(gathered: Gathered, hideVerdicts: boolean): string {
  const { report, state, lesson, address } = gathered;
  const lanes = runSvg(state);
  const head = staticText(
    <>
      <meta httpEquiv="Content-Security-Policy" content={POLICY} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{titleOf(report)}</title>
    </>,
  );
  const body = [
    staticText(
      <>
        <Head report={report} state={state} />
        <Words words={report.words} />
        {lesson !== null && <Steps lesson={lesson} />}
        <Run gathered={gathered} hideVerdicts={hideVerdicts} />
      </>,
    ),
    // The painter of vectors writes text itself, and escapes it.
    lanes === "" ? "" : `<figure>${lanes}${staticText(<LanesCaption />)}</figure>`,
    staticText(<Replay address={address} />),
  ];
  return [
    "<!doctype html>",
    `<html lang="${language()}">`,
    `<head><meta charset="utf-8">${head}<style>${paperStyle()}</style></head>`,
    `<body><main>${body.join("")}</main>${dataElement(report)}</body>`,
    "</html>",
    "",
  ].join("\n");
}

function LanesCaption() {
  return <figcaption>{t("The messages before this instant, a line for each node.")}</figcaption>;
}

function titleOf({ title, name }: LabReport): string {
  return name === "" ? `${title} · Raft Atlas` : `${title} · ${name} · Raft Atlas`;
}

function staticText(parts: ReactNode): string {
  return renderToStaticMarkup(parts);
}

/** Letters of any script, without their accents: a folder of reports tells its writers apart. */
export function reportFileName({ title, name }: Pick<LabReport, "title" | "name">): string {
  const slug = (text: string) => {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
    const letters = [...(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join("-")];
    // File systems count bytes, at most 255.
    return letters.slice(0, isAscii(plain) ? 40 : 20).join("");
  };
  const parts = ["raft-atlas-report", slug(title), slug(name)];
  return `${parts.filter((part) => part !== "").join("-")}.html`;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
