/**
 * What a page shows, told from inside it as it changes: the words of the class, notices, the step,
 * the run, and whether its instant moved otherwise than by playing. Runs in the page.
 */

/** Needs `window.atlas` (bench-browser.mjs, `speak`) and `window.heardOf`, which Node hears. */
export function watch() {
  const EVERY_MS = 200;
  /** So much more than playing can explain is a jump. */
  const JUMP_US = 1_500_000;
  let last = {};
  let at = null;
  const now = () => performance.timeOrigin + performance.now();
  const textOf = (query) => document.querySelector(query)?.textContent?.trim() ?? "";
  const stepOf = () => {
    const lesson = document.querySelector("[aria-label^='Lesson: ']");
    const step = document.querySelector("nav [aria-current=step]");
    if (lesson === null || step === null) return "";
    return `${lesson.getAttribute("aria-label")}, ${step.getAttribute("aria-label")}`;
  };
  const tell = (kind, more) => window.heardOf({ ms: now(), kind, ...more });
  const moved = (run) => {
    const { us, playing, speed, scenario, variant, actions } = run;
    const ms = now();
    const run_ = `${scenario}/${variant ?? ""}`;
    if (at !== null && at.run === run_) {
      const playedUs = at.playing || playing ? (ms - at.ms) * 1_000 * Math.max(speed, at.speed) : 0;
      const byUs = us - at.us;
      if (byUs < -50_000 || byUs > playedUs + JUMP_US)
        tell("jump", { from: at.us, to: us, run: run_ });
      if (actions !== at.actions) tell("actions", { count: actions, us });
      if (playing !== at.playing) tell(playing ? "plays" : "stands", { us });
    } else if (at !== null) tell("run", { run: run_, us });
    at = { ms, us, playing, speed, actions, run: run_ };
  };
  const look = async () => {
    const shown = {
      says: textOf("[data-testid=class-says]"),
      notice: textOf("[data-testid=notice]"),
      step: stepOf(),
    };
    for (const [kind, text] of Object.entries(shown)) {
      if (text !== (last[kind] ?? "")) tell(kind, { text });
    }
    last = shown;
    const run = await window.atlas.run();
    if (run.phase === "ready") moved(run);
  };
  const again = () => {
    look()
      .catch(() => undefined)
      .finally(() => setTimeout(again, EVERY_MS));
  };
  const begin = () => (document.body === null ? setTimeout(begin, 20) : again());
  begin();
}
