/** Tells the texts of lessons, forms of advice and scenarios apart, by the name of the format. */

/** By the begin of a text: the format is named before anything that has parts. */
export function isLessonText(begin: string): boolean {
  return /^\s*\{[^{}[\]]{0,400}?"format"\s*:\s*"raft-atlas-lesson\//.test(begin);
}

export function isAdviceText(begin: string): boolean {
  return /^\s*\{[^{}[\]]{0,400}?"format"\s*:\s*"raft-atlas-advice\//.test(begin);
}

/** False of a scenario that does not name its format: such a file is refused in any case. */
export function isScenarioText(begin: string): boolean {
  return /^\s*\{[^{}[\]]{0,400}?"format"\s*:\s*"raft-atlas\//.test(begin);
}
