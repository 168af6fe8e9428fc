/** The instant shown: to the microsecond, or, for who watches, to the hundredth. */

import { t } from "@/language/words";
import { formatInstant, instantDigits } from "@/model/units";
import { useSim } from "@/session/simStore";
import css from "./timeline.module.css";

export function Instant({ brief = false }: { brief?: boolean }) {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  return (
    <p className={css.instant} data-testid="instant" data-us={nowUs}>
      <span className="sr-only">{t("Instant {instant}", { instant: formatInstant(nowUs) })}</span>
      <span aria-hidden="true">
        {brief ? (nowUs / 1e6).toFixed(2) : instantDigits(nowUs)} <span className="quiet">s</span>
      </span>
    </p>
  );
}
