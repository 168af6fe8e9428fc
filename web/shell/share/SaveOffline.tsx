/** The page with what it shows as one file: for rooms without a network, and for messengers. */

import { useState } from "react";
import { digits } from "@/language/numbers";
import { t } from "@/language/words";
import { download } from "@/session/download";
import { Button } from "@/ui/Button";
import css from "../ShareDialog.module.css";

interface SaveOfflineProps {
  lesson: string | null;
  /** The link to this moment; null while there is none. */
  link: string | null;
  title: string;
}

export function SaveOffline({ lesson, link, title }: SaveOfflineProps) {
  const [progress, setProgress] = useState("");
  const opens = lesson === null ? link && opensOf(link) : `?lesson=${lesson}`;
  const save = async (): Promise<void> => {
    if (opens === null) return;
    setProgress(t("Packing the page…"));
    try {
      const { offlineFile } = await import("./offlineFile");
      const home = new URL(".", location.href).href;
      const read = (path: string) => fetch(new URL(path, home));
      const file = await offlineFile({ title, opens, home, read });
      download(`raft-atlas-${lesson ?? "run"}.html`, file);
      const megabytes = digits(file.size / 1e6, 1, true);
      setProgress(t("Saved: {megabytes} MB. A double click plays it.", { megabytes }));
    } catch (error) {
      setProgress(t("The file could not be made: {why}", { why: String(error) }));
    }
  };
  return (
    <div className={css.file}>
      <p>
        {t(
          "As one HTML file with the engine in it, it plays by a double click and without a network.",
        )}{" "}
        {lesson === null
          ? t("It opens at this moment.")
          : t("It opens at the beginning of the lesson.")}{" "}
        {progress !== "" && <span role="status">{progress}</span>}
      </p>
      <Button onClick={() => void save()} disabled={opens === null}>
        {t("Save to play offline")}
      </Button>
    </div>
  );
}

/** What an address asks of the page, wherever that is. */
function opensOf(link: string): string {
  const { search, hash } = new URL(link);
  return search + hash;
}
