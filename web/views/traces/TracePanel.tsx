/** The history or log that is open: its lanes, or why it could not be read. */

import { useStore } from "zustand";
import { t } from "@/language/words";
import { badClockLogWords } from "@/model/traces/clockTrace";
import type { ReadTrace, TraceState } from "@/session/traces/reader";
import { traces } from "@/session/traces/traces";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { HistoryShown } from "./HistoryShown";
import { ClockLogShown, RoleLogShown } from "./LogsShown";
import css from "./traces.module.css";

export function TracePanel() {
  const state = useStore(traces.store);
  const { names } = state;
  return (
    <div className={cx(asking.panel, css.panel)} data-testid="trace">
      <p className={css.files}>
        <code>{names.join(", ")}</code>
        <Button small onClick={() => traces.close()}>
          {t("Open another file")}
        </Button>
      </p>
      <Body state={state} />
    </div>
  );
}

function Body({ state: { read, failure, names, kind } }: { state: TraceState }) {
  const [name = ""] = names;
  if (failure !== "") return <Failure text={failure} />;
  if (read === null)
    return (
      <p role="status" className="quiet">
        {kind === "history" ? t("The history is read and judged…") : t("The log is read…")}
      </p>
    );
  const wrong = wrongOf(read, names, name);
  if (wrong !== null) return <Failure text={wrong} />;
  if (read.kind === "history") return <HistoryShown answer={read.answer} names={names} />;
  if (read.kind === "roles") return <RoleLogShown log={read.log} names={names} />;
  if ("bad" in read.log) return null;
  return (
    <ClockLogShown
      key={read.execution}
      log={read.log}
      execution={read.execution}
      onExecution={(execution) => void traces.choose(execution)}
    />
  );
}

/** Why what was read can be shown as nothing; null = it can. */
function wrongOf(read: ReadTrace, names: readonly string[], name: string): string | null {
  if (read.kind === "clocks") return "bad" in read.log ? badClockLogWords(read.log, name) : null;
  if (read.kind === "roles") {
    const { complaint } = read.log;
    if (complaint === null) return null;
    const { spot, text } = complaint;
    const place = spot === null ? name : spot.line === 0 ? spot.file : `${spot.file}:${spot.line}`;
    return `${place}: ${text}`;
  }
  const { complaint, format } = read.answer;
  if (complaint !== null) {
    const { file, line, column, text } = complaint;
    return `${names[file] ?? name}:${line}:${column}: ${text}`;
  }
  return format === null
    ? t("{name}: this is no history in a format that is understood.", { name })
    : null;
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className={css.failure}>
      {text}
    </p>
  );
}
