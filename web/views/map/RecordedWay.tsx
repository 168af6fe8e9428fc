/** The way of a request that no frame tells of any more: recorded while it is pointed at. */

import { CAME } from "@/engine/vocabulary";
import { endedRow, sentUs } from "@/model/requests/sent";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { useChosen } from "@/session/useChosen";
import { useMap } from "./mapContext";
import { WayPicture } from "./WayPicture";

export function RecordedWay({ id }: { id: number }) {
  const { world } = useMap();
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const { fromUs, came } = useSim(({ series, frame }) => {
    const { completions } = series;
    return {
      fromUs: sentUs({ series, frame }, id),
      came: hideVerdicts
        ? undefined
        : CAME[completions.columns.came[endedRow(completions, id)] ?? 0],
    };
  });
  const chosen = useChosen(id, world, fromUs);
  if (chosen === undefined) return null;
  return <WayPicture known={chosen.view} isStale={came === "stale" || came === "broken"} />;
}
