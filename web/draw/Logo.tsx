/** The atlas's own sign: three stores, of which one leads. */

import css from "./draw.module.css";

export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg className="stays" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className={css.logoLine} d="M12 5.5 5.5 17.5M12 5.5l6.5 12" />
      <path className={css.logoLine} d="M8 17.5h8" strokeDasharray="1.6 2.2" />
      <circle className={css.logoDisc} cx="12" cy="5.5" r="3.8" />
      <circle className={css.logoRing} cx="5.5" cy="17.5" r="3" />
      <circle className={css.logoRing} cx="18.5" cy="17.5" r="3" />
    </svg>
  );
}
