/** Other futures of the run that is shown: played, counted, searched, opened as branches. */

import type { FutureChange, FuturePoint, FutureShare, PlayedFuture, RunParts } from "@/engine/lens";
import { t } from "@/language/words";
import { formatMoment } from "@/model/units";
import { type Pool, pagePool } from "../advice/pool";
import { pageStore } from "../pageStore";
import { logOf } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";
import { isLocked } from "../stage";
import { type Same, watchEnd } from "../sweeps/watchEnd";
import { Crew, Ended, jobsOf, type TakenUp } from "./crew";
import { type Compared, type FuturesQuestion, futuresStore, type NoReturn } from "./futuresState";

/** Futures at each instant of a search, and in all of it. */
const EACH = 100;
const RUNS_MAX = 3_000;
/** Instants closer than this are not told apart. */
const STEP_US = 10_000;

let crew: Crew | null = null;

/** Plays the futures of an instant. What was under way is ended. */
export function playFutures(question: FuturesQuestion, pool = pagePool()): Promise<void> {
  const fresh = { own: null, played: [], shares: [], noReturn: null, blame: null };
  futuresStore.setState({ question, ...fresh });
  return work(takenUp(question), pool, async (hands) => {
    const { atUs, count } = question;
    const under = (done: number): void => futuresStore.setState({ under: { done, of: count } });
    under(0);
    const outcomes = await hands.begin();
    const own = await hands.own(atUs);
    futuresStore.setState({ outcomes, own });
    const soFar: PlayedFuture[] = [];
    const played = await hands.play(jobsOf(atUs, atUs, count), (futures) => {
      soFar.push(...futures);
      futuresStore.setState({ played: [...soFar] });
      under(soFar.length);
    });
    const all = played.flat();
    const shares = await sharesOf(hands, all, outcomes.length);
    futuresStore.setState({ played: all, shares });
  });
}

/** Looks for the instant from which on an outcome of the run could no longer be avoided. */
export function findNoReturn(outcome: number, pool = pagePool()): Promise<void> {
  const { question } = futuresStore.getState();
  if (question === null) return Promise.resolve();
  return work(takenUp(question), pool, async (hands) => {
    futuresStore.setState({ noReturn: null, under: { done: 0, of: RUNS_MAX } });
    await hands.begin();
    const own = await hands.own(0);
    if (own.answer.came[outcome] !== true)
      throw new Error(t("It did not come in this run: there is nothing to look for."));
    const cameUs = own.answer.came_us[outcome] ?? null;
    const span = [0, Math.min(cameUs ?? question.endUs, question.endUs)] as const;
    const notables = own.notables ?? [];
    await search(hands, { outcome, cameUs, searched: null, span, notables });
  });
}

async function search(hands: Crew, begun: NoReturn): Promise<void> {
  const { outcome, span } = begun;
  const [fromUs, untilUs] = span;
  const budget = { futures: EACH, runs: RUNS_MAX, stepUs: STEP_US };
  const first = await hands.ask({ type: "search", fromUs, untilUs, ...budget }, "searched");
  let { searched } = first;
  let done = 0;
  while (searched.wanted_us.length > 0) {
    futuresStore.setState({ noReturn: { ...begun, searched } });
    const jobs = searched.wanted_us.flatMap((us) => jobsOf(0, us, EACH));
    const played = await hands.play(jobs, (futures) => {
      done += futures.length;
      futuresStore.setState({ under: { done, of: RUNS_MAX } });
    });
    const points = searched.wanted_us.map((atUs) => {
      const here = jobs.flatMap((job, place) => (job.atUs === atUs ? (played[place] ?? []) : []));
      const came = here.filter(({ answer }) => answer.came[outcome] === true).length;
      return { atUs, came, runs: here.length };
    });
    ({ searched } = await hands.ask({ type: "found", points }, "searched"));
  }
  futuresStore.setState({ noReturn: { ...begun, searched } });
}

/**
 * How often an outcome comes with one act left out or one switch set otherwise, beside how often it
 * comes as the run is: for each change both are played from before it, under the same draws.
 */
export function findBlame(outcome: number, pool = pagePool()): Promise<void> {
  const { question, own } = futuresStore.getState();
  if (question === null) return Promise.resolve();
  const base = takenUp(question);
  return work(base, pool, async (hands) => {
    futuresStore.setState({ blame: null, under: { done: 0, of: EACH } });
    const beforeUs = own?.answer.came_us[outcome] ?? question.endUs;
    const wanted = { type: "changes", run: base.run, beforeUs } as const;
    const { changes } = await hands.ask(wanted, "changes");
    const instants = [...new Set(changes.map(({ at_us }) => at_us))];
    const of = (instants.length + changes.length) * EACH;
    let done = 0;
    const onPlayed = (futures: readonly PlayedFuture[]): void => {
      done += futures.length;
      futuresStore.setState({ under: { done, of } });
    };
    const usual = new Map<number, number>();
    for (const atUs of instants) usual.set(atUs, await cameFrom(hands, atUs, outcome, onPlayed));
    const rows: Omit<Compared, "difference">[] = [];
    for (const change of changes) {
      const changed = hands.beside({ ...base, run: runOf(change, base.run.seed) });
      const cameChanged = await cameFrom(changed, change.at_us, outcome, onPlayed);
      changed.end();
      const came = usual.get(change.at_us) ?? 0;
      rows.push({ text: change.text, atUs: change.at_us, came, cameChanged });
    }
    const { differences } = await hands.ask(
      {
        type: "differences",
        with: rows.map(({ cameChanged }) => cameChanged),
        without: rows.map(({ came }) => came),
        runs: EACH,
      },
      "differences",
    );
    const told = rows.map((row, place) => ({ ...row, difference: differences[place] ?? [-1, 1] }));
    const change = (row: Compared): number => Math.abs(row.cameChanged - row.came);
    told.sort((a, b) => change(b) - change(a));
    futuresStore.setState({ blame: { outcome, runs: EACH, rows: told } });
  });
}

async function cameFrom(
  hands: Crew,
  atUs: number,
  outcome: number,
  onPlayed: (futures: readonly PlayedFuture[]) => void,
): Promise<number> {
  return cameIn((await hands.play(jobsOf(0, atUs, EACH), onPlayed)).flat(), outcome);
}

function runOf({ scenario, variant }: FutureChange, seed: number): RunParts {
  return { scenario, variant, seed, actions: [] };
}

/** Ends what is under way; what is there stays. */
export function endFutures(): void {
  crew?.end();
}

/** Why a store has the role that it took at an instant. */
export async function askWhyRole(us: number, node: number): Promise<void> {
  await sim.seek(us);
  const { frame, range } = simStore.getState();
  if (frame === null) return;
  sim.ask({ question: { role: { range, node } }, us: frame.now_us, events: frame.events });
}

/** A flag on the time line, at a point of a search. */
export function markPoint({ at_us }: FuturePoint, name: string): void {
  sim.addBookmarkAt(at_us, name);
}

/** A future as a branch that plays, from the instant at which it parted. */
export async function openFuture(future: PlayedFuture): Promise<void> {
  const { question } = futuresStore.getState();
  if (question === null || future.action === undefined) return;
  if (isLocked(pageStore.getState())) return sim.sayLocked();
  const { session, atUs, endUs } = question;
  const log = logOf(session);
  const isBefore = ({ at_us }: { at_us: number }): boolean => at_us <= atUs;
  const actions = [...log.filter(isBefore), future.action, ...log.filter((one) => !isBefore(one))];
  const name = t("Future {n} of {at}", { n: future.stream, at: formatMoment(atUs) });
  if (!(await sim.fork(actions, atUs, name))) return;
  watchEnd(name, future.digest, (same) => sayIfOther(same), { endUs, actions: actions.length });
  sim.play();
}

function sayIfOther(same: Same): void {
  if (same === "other")
    futuresStore.setState({ failure: t("A future did not end as it was told.") });
}

function takenUp({ session, of, endUs, range, figures }: FuturesQuestion): TakenUp {
  const { text: scenario, variant, seed } = session;
  const run = { scenario, variant, seed, actions: [...logOf(session)] };
  return { run, of: [...of], endUs, range, figures: [...figures] };
}

/** With workers of its own, which are gone afterwards. */
async function work(run: TakenUp, pool: Pool, does: (hands: Crew) => Promise<void>): Promise<void> {
  crew?.end();
  const own = new Crew(run, pool);
  crew = own;
  futuresStore.setState({ failure: "" });
  try {
    await does(own);
  } catch (error) {
    if (!(error instanceof Ended) && crew === own)
      futuresStore.setState({ failure: error instanceof Error ? error.message : String(error) });
  }
  own.end();
  if (crew !== own) return;
  crew = null;
  futuresStore.setState({ under: null });
}

function sharesOf(
  hands: Crew,
  played: readonly PlayedFuture[],
  outcomes: number,
): Promise<FutureShare[]> {
  const places = Array.from({ length: outcomes }, (_, place) => place);
  const came = places.map((place) => cameIn(played, place));
  const runs = places.map(() => played.length);
  return hands.ask({ type: "shares", came, runs }, "shares").then(({ shares }) => shares);
}

export function cameIn(played: readonly PlayedFuture[], place: number): number {
  return played.filter(({ answer }) => answer.came[place] === true).length;
}

/** The run that is shown, from where it stands. */
export function questionHere(
  choice: Pick<FuturesQuestion, "of" | "count">,
  spanUs: number | null,
): FuturesQuestion | null {
  const { session, frame, world, range } = simStore.getState();
  if (session === null || frame === null || world === null) return null;
  const atUs = frame.now_us;
  const endUs = spanUs === null ? Math.max(world.duration_us, atUs + 1) : atUs + spanUs;
  const proof = world.conclusion?.figure;
  const figures =
    proof === undefined ? [] : [proof.metric, proof.over].filter((path) => path !== null);
  return { ...choice, session, atUs, endUs, range, figures };
}
