/** What colours of marks say, of those that a trace has. */

import type { CSSProperties } from "react";
import { msg, t } from "@/language/words";
import { TONES, type Tone, type Trace } from "@/model/traces/trace";
import { tokenOf } from "./paint";
import css from "./traces.module.css";

const OF = {
  history: [
    { tone: "read", label: msg("reads") },
    { tone: "write", label: msg("writes") },
    { tone: "change", label: msg("compare-and-set") },
    { tone: "lock", label: msg("locks") },
    { tone: "open", label: msg("nobody knows whether it happened") },
    { tone: "failed", label: msg("did not happen") },
    { tone: "part", label: msg("the smallest part") },
  ],
  roles: [
    { tone: "leader", label: msg("leader") },
    { tone: "candidate", label: msg("candidate, pre-candidate") },
    { tone: "follower", label: msg("follower") },
    { tone: "note", label: msg("an election begins, a leader or a term is heard of") },
  ],
} as const;

interface LegendProps {
  of: keyof typeof OF;
  trace: Trace;
  hasPart?: boolean;
}

export function Legend({ of, trace, hasPart = false }: LegendProps) {
  const has = new Set<string>([...new Set(trace.tone)].map((tone) => TONES[tone] ?? ""));
  if (trace.open.includes(1)) has.add("open");
  if (hasPart) has.add("part");
  return (
    <ul className={css.legend} aria-label={t("Colours")}>
      {OF[of]
        .filter(({ tone }) => has.has(tone))
        .map(({ tone, label }) => (
          <li key={tone} data-tone={tone} style={coloured(tone)}>
            {t(label)}
          </li>
        ))}
    </ul>
  );
}

/** What is no tone of a mark is seen by its edge: a mark that is open, the part that is told. */
function coloured(tone: Tone | "open" | "part"): CSSProperties {
  const token = tone === "open" ? "ink3" : tone === "part" ? "bad" : tokenOf(tone);
  return { "--tone": `var(--${token})` } as CSSProperties;
}
