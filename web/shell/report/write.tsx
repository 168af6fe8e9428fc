/** A report as one HTML file that stands alone; the same parts give the same file. */

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { LessonStep } from "@/engine/types";
import { language, t } from "@/language/words";
import { dataElement } from "@/model/report/file";
import type { LabReport } from "@/model/report/report";
import { formatInstant } from "@/model/units";
import { logOf } from "@/session/session";
import type { Gathered, PlayedStep } from "./gather";
import { Actions, Head, MapFigure, Prose, Replay, Words } from "./Paper";
import { Run } from "./PaperRun";
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

function Steps({ lesson: { lesson, steps } }: { lesson: NonNullable<Gathered["lesson"]> }) {
  const asked = lesson.steps.filter(({ predict }) => predict !== null).length;
  const right = lesson.steps.filter((step, at) => answerOf(step, steps[at])?.right === true).length;
  const tasks = lesson.steps.filter((step) => step.do !== null).length;
  const reached = lesson.steps.filter(
    (step, at) => step.do !== null && steps[at]?.state.done,
  ).length;
  return (
    <section>
      <h2>{t("The steps")}</h2>
      <p>
        {t("{right} of {asked} questions answered right, {reached} of {tasks} goals reached.", {
          right,
          asked,
          reached,
          tasks,
        })}
      </p>
      {lesson.steps.map((step, at) => (
        <Step key={step.id} number={at + 1} step={step} played={steps[at]} />
      ))}
    </section>
  );
}

function answerOf({ predict }: LessonStep, played: PlayedStep | undefined) {
  return predict?.answers[played?.state.answer ?? -1];
}

interface StepProps {
  number: number;
  step: LessonStep;
  played: PlayedStep | undefined;
}

function Step({ number, step, played }: StepProps) {
  const { title, predict, do: task } = step;
  const answer = answerOf(step, played);
  return (
    <section className="step">
      <h3>
        {number}. {title}
      </h3>
      {predict !== null && (
        <>
          <Prose>{predict.question}</Prose>
          {answer === undefined ? (
            <p className="open">{t("Not answered.")}</p>
          ) : (
            <p className={answer.right ? "good" : "bad"}>
              {t("Answered: “{answer}”", { answer: answer.text })}{" "}
              {answer.right ? t("✓ Right.") : t("✗ Not right.")}
            </p>
          )}
        </>
      )}
      {task !== null && (
        <>
          <Prose>{task.text}</Prose>
          <Reached played={played} />
        </>
      )}
    </section>
  );
}

function Reached({ played }: { played: PlayedStep | undefined }) {
  if (played?.state.done !== true) return <p className="open">{t("Goal not reached.")}</p>;
  const { moment, trouble } = played;
  const us = moment?.frame?.now_us;
  return (
    <>
      <p className="good">
        {us === undefined
          ? t("✓ Goal reached.")
          : t("✓ Goal reached at {at}.", { at: formatInstant(us) })}
      </p>
      {trouble !== "" && <p className="open">{trouble}</p>}
      {moment !== null && (
        <>
          <h4>{t("What was done")}</h4>
          <Actions actions={logOf(moment.session)} />
          <MapFigure state={moment} />
        </>
      )}
    </>
  );
}
