/**
 * What the lanes are held against: another variant of the scenario, or this run without what was done
 * last. Unless somebody says otherwise it is the latter as soon as anything is done by hand, and until
 * then the variant that the scenario names, or that is derived for it.
 */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { World } from "@/protocol/engine";
import { type AgainstChoice, sameChoice } from "@/store/score/against";
import { against } from "@/store/score/ghost";
import { useSim } from "@/store/simStore";
import { SelectField } from "@/ui/Fields";
import css from "./score.module.css";

/** The other run comes along while somebody looks. */
export function useAgainst(world: World): void {
  const hushed = useSim((state) => state.hushed);
  const isTwin = useSim((state) => state.beside !== null);
  const ready = useSim((state) => state.phase === "ready");
  const hasActed = useLastAction() !== undefined;
  const variant = world.show.against;
  useEffect(() => {
    if (hushed || isTwin || !ready) return undefined;
    against.choose(hasActed ? "without-last" : variant === "" ? null : { variant });
    return () => against.choose(null);
  }, [variant, hasActed, hushed, isTwin, ready]);
}

/** What was done last by hand in this run, in words. */
function useLastAction(): string | undefined {
  return useSim((state) => state.session?.actions.at(-1)?.text);
}

interface Option {
  value: string;
  label: string;
  choice: AgainstChoice;
}

const NOTHING: Option = { value: "", label: "nothing", choice: null };

function optionsOf({ variants, variant }: World, last: string | undefined): Option[] {
  const others = variants
    .filter(({ id }) => id !== variant)
    .map(({ id, title }) => ({ value: `variant ${id}`, label: title, choice: { variant: id } }));
  if (last === undefined) return [NOTHING, ...others];
  const label = `this run without “${last}”`;
  return [NOTHING, { value: "last", label, choice: "without-last" }, ...others];
}

/** What the other run is called. */
export function useAgainstTitle(world: World, choice: AgainstChoice): string {
  const options = optionsOf(world, useLastAction());
  return options.find((option) => sameChoice(option.choice, choice))?.label ?? "";
}

export function AgainstField({ world }: { world: World }) {
  const { choice, refusal } = useStore(against.store);
  const options = optionsOf(world, useLastAction());
  if (options.length === 1) return null;
  const shown = options.find((option) => sameChoice(option.choice, choice)) ?? NOTHING;
  return (
    <>
      <span className={css.key} aria-hidden>
        <svg width="22" height="12" aria-hidden="true">
          <rect x="0.5" y="0.5" width="21" height="11" className={css.keyBox} />
          <path d="M1 11 11 1M8 11 18 1M15 11 21 5M1 4 4 1" className={css.hatch} />
        </svg>
      </span>
      <SelectField
        label="Against"
        value={shown.value}
        options={options}
        onChange={(value) => {
          const chosen = options.find((option) => option.value === value) ?? NOTHING;
          against.choose(chosen.choice);
        }}
      />
      {refusal !== "" && <span role="status">It was not run: {refusal}</span>}
    </>
  );
}
