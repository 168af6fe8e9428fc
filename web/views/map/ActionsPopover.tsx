/** What can be done with the thing on the map that was pressed, hanging at it. */

import { t } from "@/language/words";
import { Anchored } from "@/ui/Anchored";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import { Actions } from "./Actions";
import { type MapTarget, mapTargetName, useMap } from "./mapContext";

export interface Opened {
  mapTarget: MapTarget;
  element: Element;
}

const GAP = 8;

export function ActionsPopover({ opened, close }: { opened: Opened | null; close: () => void }) {
  const { world } = useMap();
  const narrow = useMedia(NARROW);
  if (opened === null) return null;
  const { mapTarget, element } = opened;
  const name = mapTargetName(world, mapTarget);
  return (
    <Anchored
      key={name}
      tight
      label={t("Actions: {name}", { name })}
      anchor={() => element}
      side={narrow ? "bottom" : "right"}
      align="start"
      gap={GAP}
      onClose={close}
    >
      <Actions mapTarget={mapTarget} close={close} />
    </Anchored>
  );
}
