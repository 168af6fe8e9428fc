/** What is selected, as sentences: the diagram for those who cannot see it. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { pick } from "./target";
import { messageSentence } from "./words";

const SENTENCES_MAX = 40;

export function SelectionList({ world }: { world: World }) {
  const selection = usePage((state) => state.selection);
  const messages = usePaced((state) => state.tape?.messages);
  const nowUs = usePaced((state) => state.frame?.now_us ?? 0);
  if (messages === undefined || selection === null) return null;
  const { rows } = pick(messages, selection);
  if (rows.length === 0) return null;
  return (
    <ol className="sr-only" aria-label={t("Selected in the space-time diagram")}>
      {rows.slice(0, SENTENCES_MAX).map((row) => (
        <li key={messages.flight[row]}>{messageSentence(world, messages, row, nowUs)}</li>
      ))}
    </ol>
  );
}
