/** The name of a place in a lesson: the map shows the place while it is pointed at. */

import { type ReactNode, useEffect } from "react";
import { t } from "@/language/words";

import { sim } from "@/session/simClient";
import words from "@/ui/termed.module.css";
import { placeOf } from "./placeNodes";

const leave = (): void => sim.highlight(null);

interface PlaceNameProps {
  title: string;
  children: ReactNode;
}

export function PlaceName({ title, children }: PlaceNameProps) {
  const show = () => sim.highlight(placeOf(title));
  // Also when the text goes while it is pointed at.
  useEffect(() => leave, []);
  return (
    <button
      type="button"
      className={words.place}
      aria-description={t("Shown on the map")}
      onPointerEnter={show}
      onPointerLeave={leave}
      onFocus={show}
      onBlur={leave}
      // A finger has no hover: what it taps is shown until it taps elsewhere.
      onClick={show}
    >
      {children}
    </button>
  );
}
