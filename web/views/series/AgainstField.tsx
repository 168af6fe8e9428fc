/** What the lanes are held against, for a person to choose. */

import { useStore } from "zustand";
import type { World } from "@/engine/types";
import { t, translate } from "@/language/words";
import {
  type AgainstChoice,
  type AgainstOption,
  againstOptions,
  NOTHING,
  sameChoice,
} from "@/session/series/againstChoice";
import { against } from "@/session/series/ghost";
import { useSim } from "@/session/simStore";
import { SelectField } from "@/ui/Fields";
import css from "./series.module.css";

function useOptions(world: World): AgainstOption[] {
  const session = useSim((state) => state.session);
  return againstOptions(world, session);
}

/** What the other run is called. */
export function useAgainstTitle(world: World, choice: AgainstChoice): string {
  const options = useOptions(world);
  return options.find((option) => sameChoice(option.choice, choice))?.label ?? "";
}

export function AgainstField() {
  const world = useSim((state) => state.world);
  return world === null ? null : <Field world={world} />;
}

function Field({ world }: { world: World }) {
  const { choice, refusal } = useStore(against.store);
  const options = useOptions(world);
  if (options.length === 1) return null;
  const shown = options.find((option) => sameChoice(option.choice, choice)) ?? NOTHING;
  return (
    <div className={css.against}>
      <span className={css.key} aria-hidden>
        <svg width="22" height="12" aria-hidden="true">
          <rect x="0.5" y="0.5" width="21" height="11" className={css.keyBox} />
          <path d="M1 11 11 1M8 11 18 1M15 11 21 5M1 4 4 1" className={css.hatch} />
        </svg>
      </span>
      <SelectField
        label={t("Against")}
        value={keyOfOption(shown)}
        options={options.map((option) => ({ value: keyOfOption(option), label: option.label }))}
        onChange={(value) => {
          const chosen = options.find((option) => keyOfOption(option) === value) ?? NOTHING;
          against.choose(chosen.choice);
        }}
      />
      {refusal !== "" && (
        <span role="status">{t("It was not run: {refusal}", { refusal: translate(refusal) })}</span>
      )}
    </div>
  );
}

function keyOfOption({ choice }: AgainstOption): string {
  return choice === null ? "" : JSON.stringify(choice);
}
