/** What crosses zones: between which, of which kind, by one write, and what it costs. */

import { Suspense, useState } from "react";
import { msg, spoken, t } from "@/language/words";

import { usePaced } from "@/session/paced";
import { Boundary } from "@/ui/Boundary";
import { Empty } from "@/ui/Empty";
import { lazily } from "@/ui/lazily";
import pane from "@/ui/Pane.module.css";
import { Segmented } from "@/ui/Segmented";
import { TipArea } from "@/ui/TipArea";
import css from "./bytes.module.css";
import { FlowsView } from "./FlowsView";
import { MoneyView } from "./MoneyView";

/** What needs the record is fetched with it. */
const WritesView = lazily(async () => ({
  default: (await import("./WritesView")).WritesView,
}));

type Part = "flows" | "writes" | "money";

const PARTS: readonly { value: Part; label: string }[] = [
  { value: "flows", label: msg("Zone to zone") },
  { value: "writes", label: msg("One write") },
  { value: "money", label: msg("Money") },
];

export function BytesView() {
  const [part, setPart] = useState<Part>("flows");
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <Empty>{t("Bytes appear here when a scenario runs.")}</Empty>;
  const head = (
    <Segmented
      label={t("What to show")}
      options={spoken(PARTS)}
      value={part}
      onChange={setPart}
      small
    />
  );
  return (
    <TipArea className={pane.pane} side="top">
      {part === "flows" ? <FlowsView head={head} /> : <div className={css.parts}>{head}</div>}
      {part === "money" && <MoneyView />}
      {part === "writes" && (
        <Boundary name={t("One write")}>
          <Suspense fallback={null}>
            <WritesView />
          </Suspense>
        </Boundary>
      )}
    </TipArea>
  );
}
