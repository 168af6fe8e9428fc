/** Which views can be shown at the moment. Must not know where they stand. */

import { usePage } from "@/session/pageStore";
import { VIEWS } from "@/views/registry";
import type { View } from "@/views/view";

/** The views of this moment: two runs can be compared while there are two. */
export function useViews(): readonly View[] {
  const isTwin = usePage((state) => state.beside !== null);
  const panels = usePage((stage) => stage.panels);
  return VIEWS.filter(({ place, forTwo }) => panels.includes(place) && (isTwin || !forTwo));
}
