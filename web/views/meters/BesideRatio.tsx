/** The big figure's ratio to the run beside. Fetched when there is one. */

import { t } from "@/language/words";
import { isSame, ratioText } from "@/model/ratio";
import { crossZoneByKind, total, withFraming } from "@/model/traffic";
import { formatBytes } from "@/model/units";
import { usePaced } from "@/session/paced";
import type { BesideState } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { SimStoreContext } from "@/session/simStore";
import css from "./meters.module.css";

export function BesideRatio({ beside, bytes }: { beside: BesideState; bytes: number }) {
  return (
    <SimStoreContext value={beside.store}>
      <Ratio bytes={bytes} />
    </SimStoreContext>
  );
}

function Ratio({ bytes }: { bytes: number }) {
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const framing = usePage((page) => page.framing);
  if (world === null || frame === null) return null;
  const counted = framing ? withFraming(frame.bytes, frame.framing) : frame.bytes;
  const cube = { zones: world.zones.length, kinds: world.kinds.length, bytes: counted };
  const other = total(crossZoneByKind(cube));
  return (
    <p className={css.price} data-testid="beside-ratio">
      {t("{than} ({bytes})", { than: besideText(bytes, other), bytes: formatBytes(other) })}
    </p>
  );
}

/** Of this run in terms of the one beside it. */
function besideText(bytes: number, other: number): string {
  const ratio = bytes / other;
  if (other === 0) return t("The second run sends none");
  if (ratio === 0) return t("None, unlike the second run");
  if (isSame(ratio)) return t("As much as the second run");
  return t("{ratio}, compared with the second run", { ratio: ratioText(ratio) });
}
