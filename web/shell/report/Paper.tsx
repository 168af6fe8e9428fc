/** The parts of a report as a page of paper: no script, no event; what was typed is text. */

import { QRCodeSVG } from "qrcode.react";
import { Fragment, type ReactNode } from "react";
import Markdown from "react-markdown";
import { t, translate } from "@/language/words";
import { whenText } from "@/language/written";
import { standingText } from "@/lessons/handout/standing";
import { readToken } from "@/model/assignment/assignment";
import type { LabReport } from "@/model/report/report";
import { formatInstant } from "@/model/units";
import type { SimState } from "@/session/simState";
import { MapPicture } from "./MapPicture";

const ALLOWED = ["p", "em", "strong", "code", "ul", "ol", "li", "br"];
/** Bytes that the largest code holds, and up to which a camera reads it with ease. */
const CODE_BYTES_MAX = 2_953;
const EASY_LENGTH_MAX = 700;

export function Head({ report, state }: { report: LabReport; state: SimState }) {
  const { run, name, title, lesson, challenge } = report;
  const { world, build } = state;
  const scenario = run.scenario.kind === "builtin" ? run.scenario.id : run.scenario.name;
  const variant = world?.variants.find(({ id }) => id === run.variant)?.title ?? run.variant;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("Name"), name === "" ? <span key="blank" className="blank" /> : name],
    [t("Scenario"), `${translate(world?.title ?? "")} (${scenario})`],
    ...(variant === "" ? [] : ([[t("Variant"), translate(variant)]] as const)),
    ...(report.assignment === undefined ? [] : ([[t("Assignment"), dueText(report)]] as const)),
    [t("Seed"), `${run.seed}`],
    [t("Instant"), formatInstant(run.us)],
    [t("Digest"), <code key="digest">{run.digest}</code>],
    [
      t("Engine"),
      run.build === ""
        ? `raft-rs ${build?.raft ?? ""}`
        : t("raft-rs {raft}, build {build}", { raft: build?.raft ?? "", build: run.build }),
    ],
  ];
  return (
    <header>
      <p className="kind">
        {"Raft Atlas · "}
        {lesson !== null
          ? t("report of a lesson")
          : challenge !== undefined
            ? t("report of a challenge")
            : t("report of an experiment")}
      </p>
      <h1>{title}</h1>
      <dl className="facts">
        {facts.map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </header>
  );
}

/** Until when its assignment asked for it, as the assignment says. */
function dueText({ assignment = "" }: LabReport): string {
  const read = readToken(assignment);
  if (!read.ok || read.value.due_ms === null) return t("without a due date");
  return t("due on {date}", { date: whenText(read.value.due_ms) });
}

export function Words({ words }: { words: string }) {
  if (words.trim() === "") return null;
  return (
    <section>
      <h2>{t("In your own words")}</h2>
      <p className="typed">{words}</p>
    </section>
  );
}

/** A lesson's text: a small part of Markdown, never HTML. */
export function Prose({ children }: { children: string }) {
  return (
    <Markdown skipHtml unwrapDisallowed allowedElements={ALLOWED}>
      {children}
    </Markdown>
  );
}

/** The map of a moment, with how it stands in words. */
export function MapFigure({ state }: { state: SimState }) {
  const { world, frame, range } = state;
  if (world === null || frame === null) return null;
  return (
    <figure>
      <MapPicture world={world} frame={frame} range={range} />
      <figcaption>
        {t("The map at {now}: {standing}", {
          now: formatInstant(frame.now_us),
          standing: standingText(world, frame),
        })}
      </figcaption>
    </figure>
  );
}

interface ActionsProps {
  actions: readonly { at_us: number; text: string }[];
}

export function Actions({ actions }: ActionsProps) {
  if (actions.length === 0) return <p>{t("Nothing was done by hand.")}</p>;
  return (
    <ol className="told">
      {actions.map(({ at_us, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an action has no identity but its place
        <li key={place}>
          <span className="at">{formatInstant(at_us)}</span> {text}
        </li>
      ))}
    </ol>
  );
}

/** The way back to the run, for who reads the report and for who checks it. */
export function Replay({ address }: { address: string }) {
  return (
    <section className="replay">
      <h2>{t("Play it again")}</h2>
      {address === "" ? (
        <p>
          {t(
            "The run is too long for a link. This file has it as data: “Check reports…” in Raft Atlas opens it.",
          )}
        </p>
      ) : (
        <div className="link">
          <p className="address">
            <a href={address}>{address}</a>
          </p>
          {address.length <= CODE_BYTES_MAX && (
            <QRCodeSVG
              value={address}
              level={address.length > EASY_LENGTH_MAX ? "L" : "M"}
              size={address.length > EASY_LENGTH_MAX ? 300 : 160}
              marginSize={4}
              bgColor="#ffffff"
              fgColor="#000000"
              title={t("QR code of the link")}
            />
          )}
        </div>
      )}
      <p className="small">
        {t(
          "The same scenario, seed and actions give the same run and the same digest everywhere. Its writer could change every word of this file; “Check reports…” plays the runs in it again and tells what they show.",
        )}
      </p>
    </section>
  );
}
