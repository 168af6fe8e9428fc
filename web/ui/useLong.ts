/** What depends on how long a person looks. Knows nothing of Raft. */

import { useEffect, useState } from "react";

/** Whether something has been so for a while. */
export function useLong(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = window.setTimeout(() => setLong(true), ms);
    return () => window.clearTimeout(timer);
  }, [isSo, ms]);
  return isLong;
}

/** Counts up for as long as it stands. */
export function useTurn(ms: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setTurn((last) => last + 1), ms);
    return () => window.clearInterval(timer);
  }, [ms]);
  return turn;
}
