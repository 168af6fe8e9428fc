/**
 * What crosses zones: between which of them and of which kind, what one write sends, what it costs.
 * Must not know how bytes are counted.
 */

import { useState } from "react";

import { usePaced } from "@/store/paced";
import { Segmented } from "@/ui/Segmented";
import { TipArea } from "@/ui/TipArea";
import css from "./bytes.module.css";
import { FlowsView } from "./FlowsView";
import { MoneyView } from "./MoneyView";

type Part = "flows" | "money";

const PARTS: readonly { value: Part; label: string }[] = [
  { value: "flows", label: "From zone to zone" },
  { value: "money", label: "Money" },
];

export function BytesView() {
  const [part, setPart] = useState<Part>("flows");
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <p className={css.empty}>Bytes appear here when a scenario runs.</p>;
  return (
    <TipArea className={css.view} side="top">
      <div className={css.parts}>
        <Segmented label="What to show" options={PARTS} value={part} onChange={setPart} small />
      </div>
      {part === "flows" ? <FlowsView /> : <MoneyView />}
    </TipArea>
  );
}
