/** Where the page stops to show everything at once. */

/** Below this width the side panels would leave no map. */
export const NARROW = "(max-width: 899px)";
