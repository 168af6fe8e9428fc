/** What was entered for acts, of whichever kind: another kind takes over what it can. */

import { useState } from "react";
import type { Act, ActKind } from "@/model/acts/act";
import { fieldsOf } from "@/model/acts/acts";
import { enteredKey, firstAct } from "@/model/acts/filled";
import type { Json, Names } from "@/model/acts/names";

export interface Acts {
  /** As it would be done now. */
  of: <K extends ActKind>(kind: K) => Extract<Act, { do: K }>;
  change: (kind: ActKind, field: string, value: unknown) => void;
}

/** `fixed`: fields that nobody enters, since the place says them. */
export function useActs(names: Names, fixed: Json = {}): Acts {
  const [entered, setEntered] = useState<Json>({});
  return {
    of: (kind) => ({ ...firstAct(kind, names, entered), ...fixed }) as never,
    change: (kind, field, value) => {
      const row = fieldsOf(kind).find(([name]) => name === field)?.[1];
      if (row !== undefined) setEntered({ ...entered, [enteredKey(field, row)]: value });
    },
  };
}
