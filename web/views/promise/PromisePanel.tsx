/** The first broken promise of the run: which read broke it, and why. */

import { useState } from "react";
import { t } from "@/language/words";
import { targetKey } from "@/model/targets";
import { formatInstant } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { CloseIcon } from "@/ui/icons";
import { type Bar, type Broken, barsOf, brokenOf, whenText } from "./broken";
import css from "./promise.module.css";

export function PromisePanel() {
  const promise = useSim((state) => state.broken);
  const world = useSim((state) => state.world);
  const [closed, setClosed] = useState(-1);
  // What is selected is told below, and needs the room.
  const isFolded = usePage((state) => state.selection !== null);
  const broken = world === null || promise === null ? undefined : brokenOf(promise, world);
  if (broken === undefined || broken.request === closed) return null;
  const { text } = broken;
  return (
    <section className={css.promise} role="alert" aria-label={t("A promise is broken")}>
      <header className={css.head}>
        <h2 className="bad type-2">{t("A promise is broken")}</h2>
        <IconButton label={t("Close")} kind="quiet" onClick={() => setClosed(broken.request)}>
          <CloseIcon />
        </IconButton>
      </header>
      <p>{text}</p>
      {isFolded ? (
        <div className="wrap gap-snug">
          <Button small onClick={() => sim.select(null)}>
            {t("Show the operations")}
          </Button>
        </div>
      ) : (
        <Evidence broken={broken} />
      )}
    </section>
  );
}

function Evidence({ broken: { at_us, request, why, operations } }: { broken: Broken }) {
  return (
    <>
      <p>{why}</p>
      <ol className={css.operations} aria-label={t("Operations that show it")}>
        {barsOf(operations).map((bar) => (
          <OperationRow key={bar.operation.request} bar={bar} />
        ))}
      </ol>
      <div className="wrap gap-snug">
        <Button small onClick={() => void sim.seek(at_us)}>
          {t("Go to {instant}", { instant: formatInstant(at_us) })}
        </Button>
        <Button small onClick={() => sim.select({ request })}>
          {t("Show its path")}
        </Button>
      </div>
    </>
  );
}

function OperationRow({ bar: { operation, x, width, open } }: { bar: Bar }) {
  const { request, did, mode, writes, isBroken } = operation;
  return (
    <li>
      <button
        type="button"
        className="word"
        data-target={targetKey({ request })}
        aria-label={`r${request} ${did}${t(", ")}${whenText(operation)}`}
        onClick={() => sim.select({ request })}
      >
        <b>{`r${request} ${did}`}</b>
        {mode !== "" && <span className="quiet"> {mode}</span>}
      </button>
      <span className="quiet">{whenText(operation)}</span>
      <span className={css.line} aria-hidden>
        <i
          className={cx(css.bar, writes && css.writes, isBroken && css.broken, open && css.open)}
          style={{ left: `${x * 100}%`, width: `${width * 100}%` }}
        />
      </span>
    </li>
  );
}
