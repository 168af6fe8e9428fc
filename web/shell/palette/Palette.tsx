/** The palette: one field that finds every command, switch, scenario, lesson and place. */

import { Command } from "cmdk";
import { useEffect, useMemo, useRef, useState } from "react";
import { t } from "@/language/words";
import { pressed } from "@/session/trying";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { allTypedAhead } from "../commands/dialogs";
import { useViews } from "../useViews";
import { type Entry, entriesNow, entriesOfFiles } from "./entries";
import css from "./palette.module.css";
import { found } from "./rank";

export function Palette({ onClose }: DialogProps) {
  return (
    <Dialog open onClose={onClose} title={t("Find anything")} kind="wide">
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function Finder({ onClose }: DialogProps) {
  // The views that can be opened.
  const tabs = useViews();
  const now = useMemo(() => entriesNow(tabs), [tabs]);
  const [ofFiles, setOfFiles] = useState<Entry[]>([]);
  useEffect(() => {
    let wanted = true;
    void entriesOfFiles().then((entries) => wanted && setOfFiles(entries));
    return () => {
      wanted = false;
    };
  }, []);
  const field = useRef<HTMLInputElement>(null);
  // The dialog gives the focus to its first button.
  useEffect(() => field.current?.focus(), []);
  const [typed, setTyped] = useState(allTypedAhead);
  // null: the first of what is found, whatever comes to be the first.
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useMemo(() => found([...now, ...ofFiles], typed), [now, ofFiles, typed]);
  const first = groups[0]?.entries[0]?.id ?? "";
  const type = (text: string): void => {
    setTyped(text);
    setChosen(null);
  };
  return (
    <Command
      label={t("Find anything")}
      className="grid"
      // What is found late would not be chosen by the list's own search.
      shouldFilter={false}
      value={chosen ?? first}
      onValueChange={(id) => setChosen(id === first ? null : id)}
      loop
    >
      <Command.Input
        ref={field}
        value={typed}
        onValueChange={type}
        className={css.field}
        placeholder={t("Scenario, lesson, command, switch, action, store…")}
      />
      <Command.List className={css.list} label={t("Found")}>
        <Command.Empty className={css.none}>{t("Nothing is known by these words.")}</Command.Empty>
        {groups.map(({ group, entries }) => (
          <Command.Group key={group} heading={group} className={css.group}>
            {entries.map(({ id, label, keys, run }) => (
              <Command.Item
                key={id}
                value={id}
                className={css.item}
                onSelect={() => {
                  onClose();
                  pressed(run);
                }}
              >
                <span>{label}</span>
                {keys !== undefined && <kbd>{keys}</kbd>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
