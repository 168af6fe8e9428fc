/** A button for each act that the same fields fill in, and why the engine would not take it. */

import { t } from "@/language/words";
import type { Act, ActKind } from "@/model/acts/act";
import { rowOf } from "@/model/acts/acts";
import { refusal } from "@/model/acts/filled";
import { Button } from "../Button";
import type { Acts } from "./useActs";

interface ActButtonsProps<K extends ActKind> {
  kinds: readonly K[];
  acts: Acts;
  /** Without it the form that the one button submits does the act. */
  onAct?: (act: Extract<Act, { do: K }>) => void;
}

export function ActButtons<K extends ActKind>({ kinds, acts, onAct }: ActButtonsProps<K>) {
  const wrong = kinds.map((kind) => refusal(kind, acts.of(kind)));
  return (
    <div className="row wrap">
      {kinds.map((kind, place) => (
        <Button
          key={kind}
          type={onAct === undefined ? "submit" : "button"}
          disabled={wrong[place] !== null}
          onClick={() => onAct?.(acts.of(kind))}
        >
          {t(rowOf(kind).button)}
        </Button>
      ))}
      {[...new Set(wrong)].map(
        (text) =>
          text !== null && (
            <p key={text} className="hint">
              {text}
            </p>
          ),
      )}
    </div>
  );
}
