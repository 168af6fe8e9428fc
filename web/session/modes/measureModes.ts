/** The way to the table of modes, which is fetched with the first question. */

/** Runs all modes once, to the instant that is shown now. */
export async function measureModes(): Promise<void> {
  const { modeRuns } = await import("./table");
  await modeRuns.measure();
}
