/** For who watches: that a read broke its promise, in a sentence, and the way to what shows it. */

import { t } from "@/language/words";
import { needInstruments } from "@/session/level";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { brokenOf } from "@/views/promise/broken";
import css from "./watch.module.css";

export function BrokenNote() {
  const promise = useSim((state) => state.broken);
  const world = useSim((state) => state.world);
  const broken = world === null || promise === null ? undefined : brokenOf(promise, world);
  if (broken === undefined) return null;
  return (
    <section className={css.broken} role="alert" aria-label={t("A promise is broken")}>
      <p>
        <b>{t("A promise is broken")}</b>
      </p>
      <p>{broken.text}</p>
      <Button small onClick={needInstruments}>
        {t("Show the operations")}
      </Button>
    </section>
  );
}
