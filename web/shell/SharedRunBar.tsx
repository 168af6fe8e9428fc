/** Says that the run shown came from somebody else, and leads back to the person's own. */

import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { backToOwn, forgetLink } from "./links";
import css from "./SharedRunBar.module.css";

export function SharedRunBar() {
  const keep = (): void => {
    forgetLink();
    sim.keepShared();
  };
  return (
    <section className={css.bar} aria-label={t("A shared run")}>
      <p>{t("This is a shared run. Your own session is kept.")}</p>
      <div className={css.verbs}>
        <Button small onClick={() => void backToOwn()}>
          {t("Back to your session")}
        </Button>
        <Button small kind="quiet" onClick={keep}>
          {t("Keep this run instead")}
        </Button>
      </div>
    </section>
  );
}
