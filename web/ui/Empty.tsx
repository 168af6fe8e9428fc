/** What a view says while it has nothing to show. Must not know what is missing. */

import type { ReactNode } from "react";

export function Empty({ children }: { children: ReactNode }) {
  return <p className="quiet pads">{children}</p>;
}
