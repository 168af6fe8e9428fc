/**
 * Tells the text of a lesson, or of a form of advice, from that of a scenario, by the name of its
 * format. Must not know what any means.
 */

/** By the begin of a text: the format is named before anything that has parts. */
export function isLessonText(begin: string): boolean {
  return /^\s*\{[^{}[\]]{0,400}?"format"\s*:\s*"raft-atlas-lesson\//.test(begin);
}

export function isAdviceText(begin: string): boolean {
  return /^\s*\{[^{}[\]]{0,400}?"format"\s*:\s*"raft-atlas-advice\//.test(begin);
}
