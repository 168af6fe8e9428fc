/** Saves a session as a scenario file, and says why when no file can hold it. */

import { useState } from "react";
import { t } from "@/language/words";

import { download } from "@/session/download";
import { writeReplay } from "@/session/lensClient";
import { replayFileName, type Session } from "@/session/session";
import { useSimStore } from "@/session/simStore";

interface ReplayFile {
  /** What was done up to an instant. */
  save(session: Session, untilUs: number): void;
  /** Why there is none; "" without a reason. */
  problem: string;
}

export function useReplayFile(): ReplayFile {
  const store = useSimStore();
  const [problem, setProblem] = useState("");
  const write = async (session: Session, untilUs: number): Promise<void> => {
    try {
      const text = await writeReplay(session, untilUs);
      const title = store.getState().world?.title ?? "scenario";
      download(replayFileName(session, title), text);
      setProblem("");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setProblem(t("No file was written. {why}", { why }));
    }
  };
  return { save: (session, untilUs) => void write(session, untilUs), problem };
}
