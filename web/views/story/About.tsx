/**
 * What the scenario shows, in its own two sentences, and its variants.
 */

import { useId } from "react";

import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Section } from "@/ui/Section";
import { Segmented } from "@/ui/Segmented";
import css from "./story.module.css";

export function About() {
  const title = useSim((state) => state.world?.title ?? "");
  const text = useSim((state) => state.world?.text ?? "");
  return (
    <section className={css.about} aria-label="Scenario">
      <h2>{title}</h2>
      <p>{text}</p>
      <Variants />
    </section>
  );
}

function Variants() {
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.world?.variant ?? "");
  const textId = useId();
  if (variants.length === 0) return null;
  const options = variants.map(({ id }) => ({ value: id, label: id }));
  const text = variants.find(({ id }) => id === variant)?.text ?? "";
  return (
    <Section title="Variant">
      <Segmented
        label="Variant"
        options={options}
        value={variant}
        columns={Math.min(2, variants.length)}
        describedBy={textId}
        onChange={(next) => void sim.restart({ variant: next })}
      />
      <p id={textId} className={css.hint}>
        {text} Another variant starts the run again from 0 s.
      </p>
    </Section>
  );
}
