/**
 * A sentence with elements in it, whole for whoever translates it: `<Rich text={t("Press <0>M</0>
 * at each instant.")} parts={[(key) => <kbd>{key}</kbd>]} />`.
 */

import { Fragment, type ReactNode } from "react";

interface RichProps {
  text: string;
  /** What `<0>…</0>`, `<1>…</1> are drawn as; they may stand in another order. */
  parts: readonly ((inside: string) => ReactNode)[];
}

export function Rich({ text, parts }: RichProps) {
  // Plain text, number of a part and what is inside it, by turns.
  const pieces = text.split(/<(\d)>(.*?)<\/\1>/);
  const shown: ReactNode[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    const [plain, part, inside = ""] = pieces.slice(at, at + 3);
    shown.push(
      <Fragment key={at}>
        {plain}
        {part !== undefined && parts[Number(part)]?.(inside)}
      </Fragment>,
    );
  }
  return shown;
}
