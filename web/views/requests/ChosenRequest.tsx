/** The chosen request's waterfall; while it is open, the run is recorded from its call on. */

import type { RequestView, World } from "@/engine/types";
import { usePaced } from "@/session/paced";
import { useChosen } from "@/session/useChosen";
import { WaterfallView } from "./WaterfallView";

interface Props {
  id: number;
  world: World;
  /** What the engine tells of it, if it does. */
  known: RequestView | undefined;
}

export function ChosenRequest({ id, world, known }: Props) {
  const now_us = usePaced((s) => s.frame?.now_us ?? 0);
  const story = useChosen(id, world, known?.invoked_us);
  const request = story?.view ?? known;
  if (request === undefined) return null;
  return (
    <WaterfallView
      request={request}
      segments={story?.segments ?? []}
      story={story?.story}
      world={world}
      now_us={now_us}
    />
  );
}
