/** A link to a share, checked by reading it again. Must not know where it is shown. */

import { useEffect, useState } from "react";

import type { Share } from "@/model/share/share";
import { linkOf, type MadeLink } from "@/session/sharing/made";

/** Null until it was written and read back. `query` is what goes with it, with its question mark. */
export function useLink(share: Share | undefined, query: string): MadeLink | null {
  const [made, setMade] = useState<MadeLink | null>(null);
  useEffect(() => {
    let wanted = true;
    if (share !== undefined) {
      void linkOf(share, location.origin + location.pathname + query).then((link) => {
        if (wanted) setMade(link);
      });
    }
    return () => {
      wanted = false;
    };
  }, [share, query]);
  return made;
}
