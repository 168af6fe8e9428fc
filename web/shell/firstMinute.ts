/** When the page's first minute is over, and what was not asked for until then is fetched. */

const MINUTE_MS = 60_000;

const over = Promise.withResolvers<void>();
let isOver = false;
setTimeout(endFirstMinute, MINUTE_MS);

/** Calls when the minute is over, at once when it is. Gives the way to call it off. */
export function afterFirstMinute(call: () => void): () => void {
  let wanted = true;
  if (isOver) call();
  else void over.promise.then(() => wanted && call());
  return () => {
    wanted = false;
  };
}

/** Before its time: tests have no minute to wait. */
export function endFirstMinute(): void {
  isOver = true;
  over.resolve();
}
