/** A list to choose from: each row says what it is and has at its end what can be done with it. */

import type { ReactNode } from "react";

import css from "./Rows.module.css";

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="grid-0">{children}</ul>;
}

export function Row({ children, verbs }: { children: ReactNode; verbs?: ReactNode }) {
  return (
    <li className={css.row}>
      <div className={css.about}>{children}</div>
      {verbs !== undefined && <div className="wrap">{verbs}</div>}
    </li>
  );
}

/** Said beside a row's title of the one that is in use. */
export function RowState({ children }: { children: ReactNode }) {
  return <span className="accent normal"> · {children}</span>;
}
