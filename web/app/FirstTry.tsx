/**
 * What the running scenario asks to try, if it asks anything: until it is closed.
 */

import { useState } from "react";

import { useSim } from "@/store/simStore";
import { TryCard } from "@/views/attempt/TryCard";

export function FirstTry() {
  const attempt = useSim((state) => state.world?.attempt);
  const [closed, setClosed] = useState("");
  if (attempt === undefined || closed === attempt.text) return null;
  return <TryCard key={attempt.text} attempt={attempt} onClose={() => setClosed(attempt.text)} />;
}
