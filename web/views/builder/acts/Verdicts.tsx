/** What the engine said of a goal, by sign and words. Must not know how it judged. */

import type { Expected } from "@/engine/types";
import { BadgeMark } from "@/ui/Badge";

export function Verdicts({ lines }: { lines: readonly Expected[] }) {
  return lines.map(({ met, line }) => (
    <span key={line} className="row at-baseline" data-met={met}>
      <BadgeMark shape={met ? "tick" : "cross"} />
      <span>{line}</span>
    </span>
  ));
}
