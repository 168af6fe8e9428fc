/** What tells of the selected thing: fetched with the first thing of its kind. */

import { useEffect, useReducer } from "react";

import type { Target } from "@/engine/types";
import { kindOf, type Teller, tellerOf } from "./tell/tell";

const fetched = new Map<string, Teller>();

/** Null until it is there. */
export function useTeller(target: Target): Teller | null {
  const kind = kindOf(target);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (fetched.has(kind)) return;
    const take = (teller: Teller): void => {
      fetched.set(kind, teller);
      again();
    };
    // Not there: the next thing of the kind asks again.
    tellerOf(target).then(take, () => undefined);
  }, [kind, target]);
  return fetched.get(kind) ?? null;
}
