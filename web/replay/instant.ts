/** Instants as scenario files write them: "9s", "1.5s", "250ms", "40us", "2m"; both ways. Pure. */

const UNITS_US: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
};

/** As a failure names it. */
export function instantText(us: number): string {
  if (us >= 1_000_000 || us === 0) return `${us / 1_000_000}s`;
  return us >= 1_000 ? `${us / 1_000}ms` : `${us}us`;
}

/** In microseconds; a number is that already. */
export function microseconds(instant: string | number): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(us|ms|s|m)$/.exec(`${instant}`) ?? [];
  const us =
    typeof instant === "number" ? instant : Number(amount) * (UNITS_US[unit] ?? Number.NaN);
  const whole = Math.round(us);
  if (Number.isSafeInteger(whole) && whole >= 0 && Math.abs(us - whole) < 1e-6) return whole;
  throw new Error(`found ${JSON.stringify(instant)}, expected an instant such as "9s" or "250ms".`);
}
