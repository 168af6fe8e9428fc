/** What a view says while it has nothing to show. Must not know what is missing. */

import type { ReactNode } from "react";
import css from "./Empty.module.css";

export function Empty({ children }: { children: ReactNode }) {
  return <p className={css.empty}>{children}</p>;
}
