/**
 * Where a person chooses what to run: the page's own scenarios and their variants, or a file.
 */

import { useEffect, useRef, useState } from "react";
import type { Fetched } from "@/lib/fetched";
import { formatDuration, plural } from "@/lib/units";
import type { ScenarioSummary } from "@/protocol/engine";
import { fetchScenario, fetchScenarioList } from "@/store/scenarios";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Row, RowState, Rows } from "@/ui/Rows";
import css from "./OpenDialog.module.css";
import { OwnScenarios } from "./OwnScenarios";
import { openFile } from "./openFile";

interface OpenDialogProps {
  open: boolean;
  onClose: () => void;
}

interface Entry {
  id: string;
  summary: Fetched<ScenarioSummary>;
}

export function OpenDialog({ open, onClose }: OpenDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Open a scenario" kind="wide">
      <Chooser onClose={onClose} />
    </Dialog>
  );
}

function Chooser({ onClose }: { onClose: () => void }) {
  const entries = useEntries();
  return (
    <div className={css.chooser}>
      <OwnScenarios onClose={onClose} />
      {entries === null && <p>Reading the list…</p>}
      {entries !== null && !entries.ok && <p role="alert">{entries.message}</p>}
      {entries?.ok === true && (
        <Rows>
          {entries.value.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onClose={onClose} />
          ))}
        </Rows>
      )}
      <FileRow onClose={onClose} />
    </div>
  );
}

function EntryRow({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const running = useSim(({ session }) =>
    session?.source.kind === "builtin" && session.source.id === entry.id ? session.variant : null,
  );
  const { summary } = entry;
  if (!summary.ok) {
    return (
      <Row>
        <h3>{entry.id}</h3>
        <p className={css.bad}>{summary.message}</p>
      </Row>
    );
  }
  const start = (variant?: string): void => {
    void sim.open(
      { kind: "builtin", id: entry.id },
      variant === undefined ? { play: true } : { variant, play: true },
    );
    onClose();
  };
  const { title, text, variants, zones, stores, ranges, duration_us } = summary.value;
  return (
    <Row
      verbs={
        <>
          {variants.length === 0 && (
            <Button aria-label={`Open ${title}`} onClick={() => start()}>
              Open
            </Button>
          )}
          {variants.map((variant) => (
            <Button
              key={variant.id}
              title={variant.text}
              aria-label={`Open ${title} as ${variant.id}`}
              onClick={() => start(variant.id)}
            >
              {variant.id}
            </Button>
          ))}
        </>
      }
    >
      <h3>
        {title}
        {running !== null && <RowState>running</RowState>}
      </h3>
      <p>{text}</p>
      <p className={css.facts} data-level="3">
        {plural(zones, "zone")}, {plural(stores, "store")}, {plural(ranges, "range")},{" "}
        {formatDuration(duration_us)}
      </p>
    </Row>
  );
}

function FileRow({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.file}>
      <p>
        A scenario of your own is a JSON file of format <code>raft-atlas/1</code>. Open it here or
        drop it on the page. “Edit the scenario” in the menu “More” is where one is written.
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="sr-only"
        tabIndex={-1}
        aria-label="Scenario file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file === undefined) return;
          onClose();
          void openFile(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>Open a file…</Button>
    </div>
  );
}

/** Read when the dialog opens; the engine itself describes each file. */
function useEntries(): Fetched<Entry[]> | null {
  const [entries, setEntries] = useState<Fetched<Entry[]> | null>(null);
  useEffect(() => {
    let wanted = true;
    void readEntries().then((read) => {
      if (wanted) setEntries(read);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return entries;
}

async function readEntries(): Promise<Fetched<Entry[]>> {
  const list = await fetchScenarioList();
  if (!list.ok) return list;
  const value = await Promise.all(
    list.value.map(async ({ id }) => {
      const text = await fetchScenario(id);
      return { id, summary: text.ok ? await sim.describe(text.value) : text };
    }),
  );
  return { ok: true, value };
}
