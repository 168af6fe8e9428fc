/** What a scenario shows, once it has been seen, with the figure that proves it. */

import { useEffect, useState } from "react";
import type { Conclusion, World } from "@/engine/types";
import { translate as said, t } from "@/language/words";
import {
  differenceText,
  figureText,
  type RunReport,
  reportIn,
  withFigures,
} from "@/model/reportFigures";
import { formatInstant } from "@/model/units";
import { loggedRun } from "@/session/session";
import { makeLink, sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { VariantRuns } from "@/session/variantRuns";
import { Button } from "@/ui/Button";
import { Card, CardVerbs } from "@/ui/Card";
import { Table } from "@/ui/Table";
import { Termed } from "@/ui/Termed";
import css from "./conclusion.module.css";

const MICROSECONDS = 1_000_000;

interface ConclusionCardProps {
  conclusion: Conclusion;
  onClose: () => void;
}

export function ConclusionCard({ conclusion, onClose }: ConclusionCardProps) {
  const own = useReport();
  const variant = useSim((state) => titleOf(state.world, state.world?.variant ?? ""));
  const against = useSim((state) => titleOf(state.world, conclusion.against));
  const { other, compare } = useOther(conclusion.against, own);
  const reports = own === null ? null : { own, others: {} };
  const difference =
    own === null || other === null
      ? undefined
      : differenceText({ own, others: {} }, { own: other, others: {} }, conclusion.figure);
  return (
    <Card
      label={t("What this shows")}
      title={t("What this shows")}
      closeLabel={t("Close what this shows")}
      onClose={onClose}
      tone="seen"
    >
      <Termed text={withFigures(said(conclusion.text), reports)} />
      <Table
        rows="ruled"
        className={css.figure}
        showsCaption
        caption={
          own === null
            ? said(conclusion.figure.label)
            : t("{label}, from 0 s to {now}", {
                label: said(conclusion.figure.label),
                now: formatInstant(usOf(own)),
              })
        }
      >
        <tbody>
          <tr>
            <th scope="row">{variant === "" ? t("this run") : variant}</th>
            <td>{own === null ? "–" : (figureOf(own, conclusion) ?? "–")}</td>
          </tr>
          {other !== null && (
            <tr>
              <th scope="row">{against}</th>
              <td>
                {figureOf(other, conclusion) ?? "–"}
                {difference !== undefined && t(", {difference}", { difference })}
              </td>
            </tr>
          )}
        </tbody>
      </Table>
      {conclusion.against !== "" && (
        <CardVerbs>
          {other === null ? (
            <Button small disabled={compare.busy} onClick={compare.start}>
              {compare.busy
                ? t("Running “{against}”…", { against })
                : t("Compare with “{against}”", { against })}
            </Button>
          ) : (
            <Button
              small
              onClick={() => void sim.startBeside({ kind: "variant", variant: conclusion.against })}
            >
              {t("Both side by side")}
            </Button>
          )}
        </CardVerbs>
      )}
    </Card>
  );
}

/** The run's own report: of where it stands, or of a moment ago while it plays. */
function useReport(): RunReport | null {
  const [report, setReport] = useState<RunReport | null>(null);
  // Once a second of the page while it plays, and where it stops.
  const place = useSim(({ playing, speed, frame }) => {
    const us = frame?.now_us ?? 0;
    return playing ? `during ${Math.floor(us / (speed * MICROSECONDS))}` : `at ${us}`;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each place
  useEffect(() => {
    let isWanted = true;
    void sim.report().then((report) => {
      const read = reportIn(report);
      if (isWanted && read !== undefined) setReport(read);
    });
    return () => {
      isWanted = false;
    };
  }, [place]);
  return report;
}

/** The other variant with what was done in this run, once it was asked for. */
function useOther(against: string, own: RunReport | null) {
  const [wanted, setWanted] = useState(false);
  const [found, setFound] = useState<{ us: number; report: RunReport } | null>(null);
  const [runs] = useState(() => new VariantRuns(makeLink));
  useEffect(() => () => runs.close(), [runs]);
  const us = own === null ? null : usOf(own);
  const playing = useSim((state) => state.playing);
  useEffect(() => {
    const { session } = simStore.getState();
    if (!wanted || us === null || session === null || playing) return;
    let isWanted = true;
    void runs
      .at([against], loggedRun(session), us, () => isWanted)
      .then((others) => {
        if (!isWanted || others === undefined) return;
        const report = others.ok ? others.reports[against] : undefined;
        if (report !== undefined) setFound({ us, report });
        else if (!others.ok) sim.notify(others.why, true);
      });
    return () => {
      isWanted = false;
    };
  }, [wanted, us, playing, against, runs]);
  // Only of the same instant: another one would be no comparison.
  const other = found !== null && found.us === us ? found.report : null;
  const start = (): void => {
    sim.pause();
    setWanted(true);
  };
  return { other, compare: { busy: wanted && !playing && other === null, start } };
}

/** What people call a variant; "" where there is none. */
function titleOf(world: World | null, variant: string): string {
  return said(world?.variants.find(({ id }) => id === variant)?.title ?? "");
}

function figureOf(own: RunReport, conclusion: Conclusion): string | undefined {
  return figureText({ own, others: {} }, conclusion.figure);
}

function usOf(report: RunReport): number {
  return typeof report.simulated_us === "number" ? report.simulated_us : 0;
}
