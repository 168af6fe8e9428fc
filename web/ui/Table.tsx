/** A table of figures; rules of a single class in the caller's style sheet go before its own. */

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import css from "./Table.module.css";
import { Explained } from "./TipArea";

/** The name of a column, and what it means; false: there is no such column now. */
type Head = string | false | { name: string; text: string; tabIndex?: number };

interface TableProps extends ComponentProps<"table"> {
  /** dense: as high as the text; target: high enough to be hit; ruled: with lines between. */
  rows: "dense" | "target" | "ruled";
  /** What it tells; who only hears the page is told, whether it is shown or not. */
  caption?: ReactNode;
  showsCaption?: boolean;
  heads?: readonly Head[];
  /** Its columns are words, all of them; else the first is. */
  words?: boolean;
  /** It reaches from edge to edge of what it stands in. */
  edges?: boolean;
}

export function Table({
  rows,
  caption,
  showsCaption = false,
  heads,
  words = false,
  edges = false,
  className,
  children,
  ...others
}: TableProps) {
  return (
    <table
      {...others}
      className={cx(css.table, words && css.words, edges && css.edges, className)}
      data-rows={rows}
    >
      {caption !== undefined && (
        <caption className={showsCaption ? css.caption : "sr-only"}>{caption}</caption>
      )}
      {heads !== undefined && (
        <thead>
          <tr>
            {heads.map((head, place) =>
              head === false ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: two runs may have one name
                <th key={place} scope="col">
                  {typeof head === "string" ? head : <ExplainedHead {...head} />}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      {children}
    </table>
  );
}

function ExplainedHead({ name, ...others }: Exclude<Head, string | false>) {
  return <Explained {...others}>{name}</Explained>;
}
