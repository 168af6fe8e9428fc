/** What can be taken away: the run up to the instant shown, and the charts. */

import { useRef, useState } from "react";
import { chartNames, chartPng, chartSvg } from "@/charts/chartPicture";
import type { ExportFormat } from "@/engine/lens";
import { msg, t } from "@/language/words";
import { formatBytes, formatInstant, formatShare } from "@/model/units";
import { download } from "@/session/download";
import { exportRun } from "@/session/lensClient";
import { replayFileName } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim, useSimStore } from "@/session/simStore";
import { writeTest } from "@/session/testFile";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { Row, Rows } from "@/ui/Rows";
import { latencyCsv, trafficCsv } from "./chartFiles";
import { openDialog } from "./commands/dialogs";
import { useReplayFile } from "./useReplayFile";

interface Kind {
  format: ExportFormat;
  name: string;
  /** The end of the file's name, with the point that makes it a kind of file. */
  ending: string;
  text: string;
}

const KINDS: readonly Kind[] = [
  {
    format: "perfetto",
    name: msg("Perfetto trace"),
    ending: "perfetto.json",
    text: msg(
      "Opens in ui.perfetto.dev: a process for each zone, a track for each store and gateway, arrows for messages and requests.",
    ),
  },
  {
    format: "shiviz",
    name: msg("ShiViz log"),
    ending: "shiviz.log",
    text: msg(
      "Events with vector clocks. ShiViz reads it with its usual expression, host, clock and event on two lines.",
    ),
  },
  {
    format: "jsonl",
    name: msg("JSON lines"),
    ending: "facts.jsonl",
    text: msg(
      "Every fact with its event and its cause, one object per line, for your own programs.",
    ),
  },
];

export function ExportDialog({ onClose }: DialogProps) {
  return (
    <Dialog open onClose={onClose} title={t("Export")} kind="wide">
      <Choices />
    </Dialog>
  );
}

function Choices() {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  return (
    <div className="grid-3">
      <h3>{t("The run from 0 s to {now}", { now: formatInstant(nowUs) })}</h3>
      <Rows>
        {KINDS.map((kind) => (
          <RunRow key={kind.format} kind={kind} untilUs={nowUs} />
        ))}
        <SessionRow />
        <MadeRow />
        <TestRow />
      </Rows>
      <h3>{t("Charts as shown")}</h3>
      <Charts />
    </div>
  );
}

type Work =
  | { state: "idle" }
  | { state: "busy"; us: number }
  | { state: "done"; bytes: number }
  | { state: "failed"; message: string };

function RunRow({ kind, untilUs }: { kind: Kind; untilUs: number }) {
  const store = useSimStore();
  const [work, setWork] = useState<Work>({ state: "idle" });
  const stop = useRef<AbortController | null>(null);
  const start = async (): Promise<void> => {
    const { session, world } = store.getState();
    if (session === null || world === null) return;
    const abort = new AbortController();
    stop.current = abort;
    setWork({ state: "busy", us: 0 });
    try {
      const blob = await exportRun(session, untilUs, kind.format, {
        onProgress: (us) => setWork({ state: "busy", us }),
        signal: abort.signal,
      });
      const name = replayFileName(session, world.title, kind.ending);
      download(name, blob);
      setWork({ state: "done", bytes: blob.size });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setWork(abort.signal.aborted ? { state: "idle" } : { state: "failed", message });
    }
  };
  return (
    <Row
      verbs={
        work.state === "busy" ? (
          <Button onClick={() => stop.current?.abort()}>{t("Stop")}</Button>
        ) : (
          <Button
            aria-label={t("Download: {name}", { name: t(kind.name) })}
            onClick={() => void start()}
          >
            {t("Download")}
          </Button>
        )
      }
    >
      <h4>{t(kind.name)}</h4>
      <p>{t(kind.text)}</p>
      <Progress work={work} untilUs={untilUs} />
    </Row>
  );
}

function Progress({ work, untilUs }: { work: Work; untilUs: number }) {
  if (work.state === "idle") return null;
  if (work.state === "failed") {
    return (
      <p role="alert" className="bad">
        {work.message}
      </p>
    );
  }
  if (work.state === "done")
    return <p role="status">{t("Written: {bytes}.", { bytes: formatBytes(work.bytes) })}</p>;
  return (
    <p role="status">
      {untilUs > 0
        ? t("Replaying and writing: {at}, {share}.", {
            at: formatInstant(work.us),
            share: formatShare(work.us / untilUs),
          })
        : t("Replaying and writing: {at}.", { at: formatInstant(work.us) })}
    </p>
  );
}

function SessionRow() {
  const store = useSimStore();
  const replay = useReplayFile();
  const save = (): void => {
    const { session, frame } = store.getState();
    if (session !== null && frame !== null) replay.save(session, frame.now_us);
  };
  return (
    <Row
      verbs={
        <Button aria-label={t("Download: Scenario file")} onClick={save}>
          {t("Download")}
        </Button>
      }
    >
      <h4>{t("Scenario file")}</h4>
      <p>
        {t(
          "This scenario and seed with everything you did up to now. It replays to the same digest, here and by raft-atlas run.",
        )}
      </p>
      {replay.problem !== "" && (
        <p role="alert" className="bad">
          {replay.problem}
        </p>
      )}
    </Row>
  );
}

/** Also without a recording: a session logs all that is done in it. */
function MadeRow() {
  return (
    <Row verbs={<Button onClick={() => openDialog("record")}>{t("Make a scenario…")}</Button>}>
      <h4>{t("Your own scenario")}</h4>
      <p>
        {t(
          "What you did since 0 s, of which you may leave out anything, with a title and expectations that the engine judges. It opens in the editor.",
        )}
      </p>
    </Row>
  );
}

function TestRow() {
  const store = useSimStore();
  const save = async (): Promise<void> => {
    // All that happens at the instant shown, not only the events that were stepped through.
    await sim.advanceTo(store.getState().frame?.now_us ?? 0);
    const { session, frame, world } = store.getState();
    if (session === null || frame === null || world === null) return;
    const { title } = world;
    const text = writeTest(session, { title, us: frame.now_us, digest: frame.digest });
    const name = replayFileName(session, title, "replay.spec.js");
    download(name, new Blob([text], { type: "text/javascript" }));
  };
  return (
    <Row
      verbs={
        <Button aria-label={t("Download: Playwright test")} onClick={() => void save()}>
          {t("Download")}
        </Button>
      }
    >
      <h4>{t("Playwright test")}</h4>
      <p>
        {t(
          "A test for the package @raft-atlas/replay: it opens this run in the page, does what you did at the same instants, and ends with the digest shown here.",
        )}
      </p>
    </Row>
  );
}

function Charts() {
  const store = useSimStore();
  const [names] = useState(chartNames);
  const [bad, setBad] = useState("");
  const table = (name: string, text: string): void =>
    download(`${name}.csv`, new Blob([text], { type: "text/csv" }));
  const picture = async (name: string, ending: "svg" | "png"): Promise<void> => {
    try {
      if (ending === "png") download(`${name}.png`, await chartPng(name));
      else download(`${name}.svg`, new Blob([chartSvg(name)], { type: "image/svg+xml" }));
    } catch (error) {
      setBad(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Rows>
      {names.map((name) => (
        <ChartRow key={name} title={titleOf(name)} save={(ending) => picture(name, ending)} />
      ))}
      <Row
        verbs={
          <>
            <Button onClick={() => table("traffic", trafficCsv(store.getState()))}>
              {t("Traffic, CSV")}
            </Button>
            <Button onClick={() => table("latency-histogram", latencyCsv(store.getState()))}>
              {t("Latency, CSV")}
            </Button>
          </>
        }
      >
        <h4>{t("Figures")}</h4>
      </Row>
      {bad !== "" && (
        <li role="alert" className="bad">
          {bad}
        </li>
      )}
    </Rows>
  );
}

interface ChartRowProps {
  title: string;
  save: (ending: "svg" | "png") => Promise<void>;
}

function ChartRow({ title, save }: ChartRowProps) {
  return (
    <Row
      verbs={
        <>
          <Button aria-label={t("{title}: SVG", { title })} onClick={() => void save("svg")}>
            SVG
          </Button>
          <Button aria-label={t("{title}: PNG", { title })} onClick={() => void save("png")}>
            PNG
          </Button>
        </>
      }
    >
      <h4>{title}</h4>
    </Row>
  );
}

/** "latency-reads" is "Latency of reads". */
function titleOf(name: string): string {
  if (name === "flows") return t("Flows from zone to zone");
  const load = /^latency-(.*)$/.exec(name)?.[1];
  return load === undefined ? t("Traffic between zones") : t("Latency of {load}", { load });
}
