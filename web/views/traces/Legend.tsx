/**
 * What colours of marks say, by the tokens that the canvas takes them from.
 */

import { msg, t } from "@/language/words";
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

export function Legend({ of }: { of: keyof typeof OF }) {
  return (
    <ul className={css.legend} aria-label={t("Colours")}>
      {OF[of].map(({ tone, label }) => (
        <li key={tone} data-tone={tone}>
          {t(label)}
        </li>
      ))}
    </ul>
  );
}
