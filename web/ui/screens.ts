/**
 * Which screens the page is laid out for, as media queries; the style sheets repeat them, and know
 * a third: a telephone on its side, "(min-width: 560px) and (max-height: 499px)".
 */

/** Too narrow or too low for panels around the map: they are sheets there. */
export const NARROW = "(max-width: 899px), (max-height: 499px)";
