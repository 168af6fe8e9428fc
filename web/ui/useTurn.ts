/** Counts what was begun: what another one overtook, or whose component is gone, is not wanted. */

import { useEffect, useRef } from "react";

interface Turn {
  /** Begins anew; gives whether that is still wanted. */
  begin(): () => boolean;
  end(): void;
}

export function useTurn(): Turn {
  const count = useRef(0);
  const end = (): void => {
    count.current += 1;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the component alone
  useEffect(() => end, []);
  const begin = () => {
    end();
    const mine = count.current;
    return () => count.current === mine;
  };
  return { begin, end };
}
