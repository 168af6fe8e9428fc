/**
 * The instant shown, to the microsecond.
 */

import { t } from "@/language/words";
import { formatInstant, instantDigits } from "@/model/units";
import { useSim } from "@/session/simStore";
import css from "./timeline.module.css";

export function Instant() {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  return (
    <p className={css.instant} data-testid="instant" data-us={nowUs}>
      <span className="sr-only">{t("Instant {instant}", { instant: formatInstant(nowUs) })}</span>
      <span aria-hidden="true">
        {instantDigits(nowUs)} <span className={css.unit}>s</span>
      </span>
    </p>
  );
}
