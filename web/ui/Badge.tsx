/** A short judgement: a shape, a colour and words, so that none of them has to be enough. */

import css from "./Badge.module.css";
import { cx } from "./cx";

export type BadgeShape = "tick" | "clock" | "cross" | "barred";

interface BadgeProps {
  shape: BadgeShape;
  children: string;
  /** What it means, where it can be asked. */
  tip?: string | undefined;
}

export function Badge({ shape, children, tip }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[shape])} data-tip={tip === "" ? undefined : tip}>
      <BadgeMark shape={shape} />
      {children}
    </span>
  );
}

/** The shape alone, where the words stand beside it anyway. */
export function BadgeMark({ shape }: { shape: BadgeShape }) {
  return (
    <svg className={cx(css.mark, css[shape])} viewBox="-6 -6 12 12" aria-hidden>
      {drawn(shape)}
    </svg>
  );
}

function drawn(shape: BadgeShape) {
  switch (shape) {
    case "tick":
      return (
        <>
          <circle r="5.5" />
          <path className={css.inside} d="M-2.6.2-.8 2 2.6-1.8" />
        </>
      );
    case "clock":
      return (
        <>
          <circle className={css.hollow} r="4.6" />
          <path className={css.hollow} d="M0-2.8V0l2 1.4" />
        </>
      );
    case "cross":
      return <path className={css.thick} d="M-4-4 4 4M4-4-4 4" />;
    case "barred":
      return (
        <>
          <circle className={css.hollow} r="4.6" />
          <path className={css.hollow} d="M-3.2-3.2 3.2 3.2" />
        </>
      );
  }
}
