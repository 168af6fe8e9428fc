/** Where to go when a scenario has been told: where it says, or else to the next; and to all there is. */

import { t, translate } from "@/language/words";
import { scenarioAfter } from "@/session/scenarioList";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { openDialog } from "../commands/dialogs";
import css from "./watch.module.css";

export function Doors() {
  const own = useSim(({ world }) => world?.show.doors);
  const id = useSim(({ session }) =>
    session?.source.kind === "builtin" ? session.source.id : null,
  );
  const next = id === null ? undefined : scenarioAfter(id);
  const doors =
    own !== undefined && own.length > 0
      ? own.map(({ scenario, text }) => ({ scenario, text: translate(text) }))
      : next !== undefined
        ? [{ scenario: next.id, text: t("Next: {title}", { title: translate(next.title) }) }]
        : [];
  const open = (scenario: string) => void sim.start(scenario, true, { play: true, eased: true });
  return (
    <ul className={css.doors}>
      {doors.map(({ scenario, text }) => (
        <li key={scenario}>
          <button type="button" className={css.door} onClick={() => open(scenario)}>
            {text}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={css.door} onClick={() => openDialog("open")}>
          {t("All scenarios")}
        </button>
      </li>
    </ul>
  );
}
