/** Where a person chooses what to run: the page's own scenarios and their variants, or a file. */

import { useEffect, useState } from "react";
import type { ScenarioSummary } from "@/engine/types";
import { Rich } from "@/language/Rich";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { fetchScenarioList } from "@/session/scenarioList";
import { fetchScenario } from "@/session/scenarios";
import { seenHere } from "@/session/seen";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { FileButton } from "@/ui/FileButton";
import { fetchCards } from "@/views/gallery/cards";
import type { Entry } from "@/views/gallery/finding";
import { Gallery } from "@/views/gallery/Gallery";
import { LessonUses } from "@/views/story/LessonUses";
import { KeptSessions } from "./KeptSessions";
import css from "./OpenDialog.module.css";
import { OwnScenarios } from "./OwnScenarios";
import { openFile } from "./openFile";

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

function List({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const open = (id: string) => {
    void sim.open({ kind: "builtin", id }, { play: true, eased: true });
    onClose();
  };
  return (
    <>
      <Gallery
        entries={entries}
        heading="h3"
        seen={seenHere()}
        onOpen={open}
        more={(entry) => <ScenarioMore entry={entry} onClose={onClose} />}
      />
      <p>
        <a href="./gallery/">{t("The gallery on a page of its own")}</a>
      </p>
    </>
  );
}

function FileRow({ onClose }: { onClose: () => void }) {
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
      <FileButton
        label={t("Scenario file")}
        accept=".json,application/json"
        onChoose={([file]) => {
          onClose();
          if (file !== undefined) void openFile(file);
        }}
      >
        {t("Open a file…")}
      </FileButton>
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
  const [list, cards] = await Promise.all([fetchScenarioList(), fetchCards()]);
  if (!list.ok) return take(list);
  const cardOf = (id: string) => (cards.ok ? cards.value.get(id) : undefined);
  take({
    ok: true,
    value: list.value.map((listed) => ({ listed, summary: null, card: cardOf(listed.id) })),
  });
  const value = await Promise.all(
    list.value.map(async (listed) => {
      const text = await fetchScenario(listed.id);
      const summary = text.ok ? await sim.describe(text.value) : text;
      return { listed, summary, card: cardOf(listed.id) };
    }),
  );
  take({ ok: true, value });
}

interface ScenarioMoreProps {
  entry: Entry;
  onClose: () => void;
}

function ScenarioMore({ entry: { listed, summary }, onClose }: ScenarioMoreProps) {
  const { id, lessons } = listed;
  const start = (variant: string): void => {
    void sim.open({ kind: "builtin", id }, { play: true, eased: true, variant });
    onClose();
  };
  return (
    <>
      {summary?.ok === false && <p className={css.bad}>{summary.message}</p>}
      {summary?.ok === true && (
        <Variants title={translate(listed.title)} variants={summary.value.variants} start={start} />
      )}
      <LessonUses lessons={lessons} onOpen={onClose} />
    </>
  );
}

interface VariantsProps {
  title: string;
  variants: ScenarioSummary["variants"];
  start: (variant: string) => void;
}

function Variants({ title, variants, start }: VariantsProps) {
  if (variants.length === 0) return null;
  return (
    <ul className={css.variants} aria-label={t("Variants of {title}", { title })}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <Button
            small
            title={translate(variant.text)}
            aria-label={t("Open {title}: {variant}", { title, variant: translate(variant.title) })}
            onClick={() => start(variant.id)}
          >
            {translate(variant.title)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
