/** What a run may be held against: another variant or branch, or itself without one act. */

import type { LoggedAction, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { branchName } from "../branches";
import { type LoggedRun, loggedRun, logOf, type Session } from "../session";

/**
 * Null = nothing. `without`: what was done last, whatever that is by now, or one deed by its key.
 */
export type AgainstChoice = { variant: string } | { branch: number } | { without: string } | null;

/** What was done last, whatever that is. */
export const LAST = "last";
/** Deeds that are offered one by one, the newest. */
const DEEDS_MAX = 12;

/** The run that is chosen, next to the one that is shown; undefined where it is the same one. */
export function specBeside(session: Session, choice: AgainstChoice): LoggedRun | undefined {
  const { branches, current } = session;
  const run = loggedRun(session);
  const { actions } = run;
  if (choice === null || !run.text) return undefined;
  if ("variant" in choice)
    return choice.variant === run.variant ? undefined : { ...run, variant: choice.variant };
  if ("branch" in choice) {
    const other = branches.find(({ id }) => id === choice.branch && id !== current);
    return other && { ...run, actions: other.actions };
  }
  const { without } = choice;
  const place =
    without === LAST ? actions.length - 1 : actions.findIndex((one) => keyOf(one) === without);
  return place < 0 ? undefined : { ...run, actions: lacking(actions, place) };
}

/** A deed's key: the same text may be done again. */
function keyOf({ at_us, text }: LoggedAction): string {
  return `${at_us} ${text}`;
}

const shorter = new WeakMap<readonly LoggedAction[], Map<number, readonly LoggedAction[]>>();

/** The same list each time, so that a run is known again by its log. */
function lacking(actions: readonly LoggedAction[], place: number): readonly LoggedAction[] {
  const known = shorter.get(actions) ?? new Map<number, readonly LoggedAction[]>();
  shorter.set(actions, known);
  const list = known.get(place) ?? actions.filter((_, i) => i !== place);
  known.set(place, list);
  return list;
}

export function sameChoice(a: AgainstChoice, b: AgainstChoice): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export interface AgainstOption {
  label: string;
  choice: AgainstChoice;
}

/** What the two runs are called beside each other; a variant's title means nothing once one acted. */
export function runNames(
  world: Pick<World, "variants" | "variant">,
  session: Pick<Session, "branches" | "current"> | null,
  choice: AgainstChoice,
): { own: string; other: string } {
  const own = world.variants.find(({ id }) => id === world.variant);
  const option = againstOptions(world, session).find((one) => sameChoice(one.choice, choice));
  const isVariant = choice !== null && "variant" in choice;
  const hasActed = logOf(session).length > 0;
  return {
    own: isVariant && own !== undefined && !hasActed ? translate(own.title) : t("this run"),
    other:
      choice !== null && "without" in choice ? t("without the last action") : (option?.label ?? ""),
  };
}

export const NOTHING: AgainstOption = { label: msg("nothing"), choice: null };

/** All that this run may be held against, nothing first. */
export function againstOptions(
  { variants, variant }: Pick<World, "variants" | "variant">,
  session: Pick<Session, "branches" | "current"> | null,
): AgainstOption[] {
  const { branches = [], current } = session ?? {};
  const actions = logOf(session);
  const last = actions.at(-1);
  const undone = (label: string, without: string) => ({ label, choice: { without } });
  const earlier = actions.slice(-DEEDS_MAX, -1).reverse();
  return [
    { ...NOTHING, label: t(NOTHING.label) },
    ...(last === undefined
      ? []
      : [undone(t("this run without “{text}”", { text: last.text }), LAST)]),
    ...earlier.map((deed) =>
      undone(
        t("without “{text}” at {at}", { text: deed.text, at: formatInstant(deed.at_us) }),
        keyOf(deed),
      ),
    ),
    ...branches
      .filter(({ id }) => id !== current)
      .map((branch) => ({
        label: t("branch: {branch}", { branch: branchName(branch) }),
        choice: { branch: branch.id },
      })),
    ...variants
      .filter(({ id }) => id !== variant)
      .map(({ id, title }) => ({ label: translate(title), choice: { variant: id } })),
  ];
}
