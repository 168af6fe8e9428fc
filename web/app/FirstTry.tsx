/**
 * What the running scenario asks to try, if it asks anything: until it is closed.
 */

import { useState } from "react";

import { attemptOf } from "@/store/attempt";
import { useSim } from "@/store/simStore";
import { TryCard } from "@/views/attempt/TryCard";

export function FirstTry() {
  const source = useSim((state) => state.session?.source);
  const [isClosed, setClosed] = useState(false);
  const attempt = attemptOf(source);
  if (attempt === null || isClosed) return null;
  return <TryCard attempt={attempt} onClose={() => setClosed(true)} />;
}
