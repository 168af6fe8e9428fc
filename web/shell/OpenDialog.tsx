/**
 * Where a person chooses what to run: the page's own scenarios and their variants, or a file.
 */

import { useEffect, useId, useRef, useState } from "react";
import { Rich } from "@/language/Rich";
import { t, told } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { fetchScenario, fetchScenarioList } from "@/session/scenarios";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import { Rows } from "@/ui/Rows";
import { type Entry, found, type Group, grouped } from "./finding";
import { KeptSessions } from "./KeptSessions";
import css from "./OpenDialog.module.css";
import { OwnScenarios } from "./OwnScenarios";
import { openFile } from "./openFile";
import { ScenarioRow } from "./ScenarioRow";

export function OpenDialog({ onClose }: DialogProps) {
  return (
    <Dialog open onClose={onClose} title={t("Open a scenario")} kind="wide">
      <Chooser onClose={onClose} />
    </Dialog>
  );
}

function Chooser({ onClose }: DialogProps) {
  const entries = useEntries();
  return (
    <div className={css.chooser}>
      <KeptSessions onClose={onClose} />
      <OwnScenarios onClose={onClose} />
      {entries === null && <p>{t("Reading the list…")}</p>}
      {entries !== null && !entries.ok && <p role="alert">{entries.message}</p>}
      {entries?.ok === true && <List entries={entries.value} onClose={onClose} />}
      <FileRow onClose={onClose} />
    </div>
  );
}

interface ListProps {
  entries: readonly Entry[];
  onClose: () => void;
}

function List({ entries, onClose }: ListProps) {
  const [typed, setTyped] = useState("");
  const fitting = found(entries, typed);
  const isAll = typed.trim() === "";
  return (
    <>
      <div className={css.find}>
        <TextField
          type="search"
          label={t("Find a scenario")}
          hint={t("title, text, variant or lesson")}
          value={typed}
          onChange={setTyped}
        />
        <p role="status" className={css.hint}>
          {isAll
            ? t("{n, plural, one {# scenario} other {# scenarios}}", { n: entries.length })
            : t("{done} of {all}", { done: fitting.length, all: entries.length })}
        </p>
      </div>
      {fitting.length === 0 && <p>{t("No scenario has all of these words.")}</p>}
      {grouped(fitting).map((group) => (
        <Question key={group.question} group={group} onClose={onClose} />
      ))}
    </>
  );
}

function Question({ group, onClose }: { group: Group; onClose: () => void }) {
  const id = useId();
  return (
    <section className={css.group} aria-labelledby={id}>
      <h3 id={id}>{told(group.question)}</h3>
      <Rows>
        {group.entries.map((entry) => (
          <ScenarioRow key={entry.listed.id} entry={entry} onClose={onClose} />
        ))}
      </Rows>
    </section>
  );
}

function FileRow({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.file}>
      <p>
        <Rich
          text={t(
            "A scenario of your own is a JSON file of format <0>raft-atlas/1</0>. Open it here or drop it on the page. “Edit the scenario” in the menu “More” is where one is written.",
          )}
          parts={[(code) => <code>{code}</code>]}
        />
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("Scenario file")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file === undefined) return;
          onClose();
          void openFile(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>{t("Open a file…")}</Button>
    </div>
  );
}

/** The list at once; what the engine says of each file follows, all of it together. */
function useEntries(): Fetched<Entry[]> | null {
  const [entries, setEntries] = useState<Fetched<Entry[]> | null>(null);
  useEffect(() => {
    let wanted = true;
    void readEntries((read) => {
      if (wanted) setEntries(read);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return entries;
}

async function readEntries(take: (entries: Fetched<Entry[]>) => void): Promise<void> {
  const list = await fetchScenarioList();
  if (!list.ok) return take(list);
  take({ ok: true, value: list.value.map((listed) => ({ listed, summary: null })) });
  const value = await Promise.all(
    list.value.map(async (listed) => {
      const text = await fetchScenario(listed.id);
      return { listed, summary: text.ok ? await sim.describe(text.value) : text };
    }),
  );
  take({ ok: true, value });
}
