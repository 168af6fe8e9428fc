/**
 * The requests of clients: what was asked, the path it took, how it ended, what the checker says.
 * Choosing one draws its path on the map and its hops beside the table.
 * Must not know how requests are traced or judged.
 */

import { useState } from "react";

import type { RequestView, World } from "@/protocol/engine";
import { usePaced } from "@/store/paced";
import { sim } from "@/store/simClient";
import { type Option, SelectField } from "@/ui/Fields";
import { TipArea } from "@/ui/TipArea";
import { requestsAt } from "./kept";
import { RequestTable } from "./RequestTable";
import css from "./requests.module.css";
import { listed, type OutcomeFilter, type VerdictFilter } from "./story";
import { WaterfallView } from "./WaterfallView";

const OUTCOMES: readonly Option<OutcomeFilter>[] = [
  { value: "all", label: "Any outcome" },
  { value: "pending", label: "Waiting" },
  { value: "ok", label: "Ok" },
  { value: "failed", label: "Failed" },
  { value: "unknown", label: "Unknown" },
];

const VERDICTS: readonly Option<VerdictFilter>[] = [
  { value: "all", label: "Any verdict" },
  { value: "fresh", label: "Fresh" },
  { value: "stale", label: "Stale" },
  { value: "none", label: "No verdict" },
];

export function RequestsView() {
  const [outcome, setOutcome] = useState<OutcomeFilter>("all");
  const [verdict, setVerdict] = useState<VerdictFilter>("all");
  const { world, frame, selection } = usePaced((s) => ({
    world: s.world,
    frame: s.frame,
    selection: s.selection,
  }));
  if (world === null || frame === null) {
    return <p className={css.empty}>Requests appear here when a scenario runs.</p>;
  }
  const known = requestsAt(world, frame);
  const shown = listed(known, outcome, verdict);
  const chosenId = selection !== null && "request" in selection ? selection.request : undefined;
  const chosen = known.find((request) => request.id === chosenId);
  return (
    <TipArea className={css.view} side="top">
      <div className={css.list}>
        <div className={css.filters}>
          <SelectField
            label="Outcome"
            bare
            options={OUTCOMES}
            value={outcome}
            onChange={setOutcome}
          />
          <SelectField
            label="Verdict"
            bare
            options={VERDICTS}
            value={verdict}
            onChange={setVerdict}
          />
          <p className={css.note}>{countText(shown.length, known.length)}</p>
        </div>
        {shown.length === 0 ? (
          <p className={css.empty}>{emptyText(known, world)}</p>
        ) : (
          <RequestTable
            world={world}
            requests={shown}
            chosenId={chosenId}
            onChoose={(id) => sim.select(id === chosenId ? null : { request: id })}
          />
        )}
      </div>
      {chosen !== undefined && (
        <WaterfallView request={chosen} world={world} now_us={frame.now_us} />
      )}
    </TipArea>
  );
}

function countText(shown: number, known: number): string {
  if (shown === known) return `${known} seen lately, newest first`;
  return `${shown} of ${known} seen lately, newest first`;
}

function emptyText(known: readonly RequestView[], world: World): string {
  if (known.length > 0) return "No request seen lately passes both filters.";
  return world.workloads.length === 0
    ? "No request yet. Send a get or a put from a gateway."
    : "No request yet. Play, or send a get or a put from a gateway.";
}
