/** An act by named controls: its fields, and the button that does it. */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import type { Act, ActKind } from "@/model/acts/act";
import { rowOf } from "@/model/acts/acts";
import { refusal } from "@/model/acts/filled";
import type { Names } from "@/model/acts/names";
import { ActButtons } from "./ActButtons";
import { ActFields } from "./ActFields";
import { useActs } from "./useActs";

interface ActFormProps {
  label: string;
  kind: ActKind;
  names: Names;
  /** Before its sentence: by which it is chosen. */
  children?: ReactNode;
  onAct: (act: Act) => void;
}

/** What was entered stays when another kind is chosen. */
export function ActForm({ label, kind, names, children, onAct }: ActFormProps) {
  const acts = useActs(names);
  const act = acts.of(kind);
  return (
    <form
      className="grid"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal(kind, act) === null) onAct(act);
      }}
    >
      {children}
      <p className="hint">{t(rowOf(kind).text)}</p>
      <ActFields
        kind={kind}
        values={act}
        names={names}
        onChange={(field, value) => acts.change(kind, field, value)}
      />
      <ActButtons kinds={[kind]} acts={acts} />
    </form>
  );
}
