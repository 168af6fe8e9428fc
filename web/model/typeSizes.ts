/** Heights of type, for pictures that reckon before they draw; theme.css has the same. */

/** On a page of normal size: --t1 and --t2 of theme.css. */
export const SMALL_PX = 12;
export const LARGE_PX = 14;
/** How much larger type is on a projector. */
export const PROJECTOR_SCALE = 1.4;
/** And on one whose picture has the height of a hall's: nothing is under 20 px there. */
export const HALL_SCALE = 5 / 3;
export const HALL_PX_MIN = 1_000;
/** On a projector type has whole pixels, up to a fiftieth more than its scale says. */
export const ROUNDED = 1.021;
