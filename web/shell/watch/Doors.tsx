/** Where to go from the first minute: a story about reads, one about the map, and all there is. */

import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { openDialog } from "../commands/dialogs";
import css from "./watch.module.css";

export function Doors() {
  const open = (id: string) => void sim.start(id, true, { play: true, eased: true });
  return (
    <ul className={css.doors}>
      <li>
        <button type="button" className={css.door} onClick={() => open("stale-leader")}>
          {t("Ask the old leader for a value")}
        </button>
      </li>
      <li>
        <button type="button" className={css.door} onClick={() => open("follower-read")}>
          {t("Read next door")}
        </button>
      </li>
      <li>
        <button type="button" className={css.door} onClick={() => openDialog("open")}>
          {t("All scenarios")}
        </button>
      </li>
    </ul>
  );
}
