/** Where a message is drawn on its way. Pure; must not know how a mark looks. */

/** How far along its way a message is: a pure function of the instant. */
export function progressOf(nowUs: number, sentUs: number, arriveUs: number): number {
  if (arriveUs <= sentUs) return 1;
  const part = (nowUs - sentUs) / (arriveUs - sentUs);
  return part < 0 ? 0 : part > 1 ? 1 : part;
}

/**
 * Fraction of the way at which the mark is drawn. A message that is lost or runs into a cut ends
 * at the middle. With reduced motion it stands at its departure, then at its arrival.
 */
export function placeOnWay(progress: number, doomed: boolean, reducedMotion: boolean): number {
  const part = reducedMotion ? (progress < 0.5 ? 0.06 : 0.94) : progress;
  return doomed ? part * 0.5 : part;
}
