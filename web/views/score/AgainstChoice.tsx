/**
 * What the lanes are held against: another variant of the scenario, run with the same seed, load and
 * actions. Unless somebody says otherwise it is the one that the scenario compares itself with.
 */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { World } from "@/protocol/engine";
import { against } from "@/store/score/ghost";
import { useSim } from "@/store/simStore";
import { SelectField } from "@/ui/Fields";
import css from "./score.module.css";

/** The other variant comes along while somebody looks. */
export function useAgainst(world: World): void {
  const hushed = useSim((state) => state.hushed);
  const isTwin = useSim((state) => state.beside !== null);
  const ready = useSim((state) => state.phase === "ready");
  const first = firstChoice(world);
  useEffect(() => {
    if (hushed || isTwin || !ready) return undefined;
    against.choose(first);
    return () => against.choose("");
  }, [first, hushed, isTwin, ready]);
}

/** The variant that the conclusion compares with, else the first other one; "" without any. */
export function firstChoice({ conclusion, variants, variant }: World): string {
  const told = conclusion?.against ?? "";
  const named = variants.find(({ id }) => id === told && id !== variant);
  return (named ?? variants.find(({ id }) => id !== variant))?.id ?? "";
}

export function AgainstChoice({ world }: { world: World }) {
  const { variant, refusal } = useStore(against.store);
  const others = world.variants.filter(({ id }) => id !== world.variant);
  if (others.length === 0) return null;
  const options = others.map(({ id, title }) => ({ value: id, label: title }));
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
        value={variant}
        options={[{ value: "", label: "nothing" }, ...options]}
        onChange={(chosen) => against.choose(chosen)}
      />
      {refusal !== "" && <span role="status">It was not run: {refusal}</span>}
    </>
  );
}
