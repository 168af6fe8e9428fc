/** Which setting for a network: the form, its runs under way, and the answer. */

import { useStore } from "zustand";
import { Rich } from "@/language/Rich";
import { msg, t } from "@/language/words";
import { textOf } from "@/model/advice/form";
import {
  adviceStore,
  cancelAdvice,
  openForm,
  PRESETS,
  runAdvice,
  takePreset,
} from "@/session/advice/advice";
import { download } from "@/session/download";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import { AdviceForm } from "./AdviceForm";
import { Answer } from "./Answer";
import css from "./advice.module.css";

/** More requests than these are too many for a page while somebody waits. */
const REQUESTS_MAX = 1_000_000;

export function AdvicePanel({ onOpen }: { onOpen: (setting: number, seed: number) => void }) {
  const { form, plan, answered, failure } = useStore(adviceStore);
  const isOther = answered !== null && plan !== null && answered.plan.sweep !== plan.sweep;
  return (
    <div className={asking.panel}>
      <p>
        {t(
          "Say what your network, your load and your limits are: every setting that is considered is run here, with real Raft groups, and the answer names its runs.",
        )}
      </p>
      <From />
      {form !== null && <AdviceForm form={form} />}
      {failure !== "" && (
        <p role="alert" className="bad breaks">
          {failure}
        </p>
      )}
      {form !== null && <Running />}
      {answered !== null && (
        <>
          {isOther && <p className="quiet">{t("The answer is of the form as it was before.")}</p>}
          <Opened />
          <Answer answer={answered.answer} onOpen={onOpen} />
        </>
      )}
      {plan !== null && <Larger />}
    </div>
  );
}

function From() {
  return (
    <div className="row wrap">
      {PRESETS.map(({ file, label }) => (
        <Button key={file} small onClick={() => void takePreset(file)}>
          {t(label)}
        </Button>
      ))}
      <FileButton
        small
        label={t("A form")}
        accept=".json,application/json"
        onChoose={([file]) => file && openForm(file)}
      >
        {t("Open a form…")}
      </FileButton>
    </div>
  );
}

function Running() {
  const { plan, under } = useStore(adviceStore);
  const runs = plan === null ? 0 : plan.settings.length * plan.seeds.length;
  const isLarge = plan !== null && plan.requests * runs > REQUESTS_MAX;
  return (
    <div className={css.controls}>
      {under === null ? (
        <Button kind="primary" disabled={plan === null} onClick={() => void runAdvice()}>
          {t("Try the settings")}
        </Button>
      ) : (
        <>
          <progress aria-label={t("Runs")} value={under.done} max={under.of} />
          <span role="status">
            {t("{done} of {n, plural, one {# run} other {# runs}}", {
              done: under.done,
              n: under.of,
            })}
          </span>
          <Button onClick={cancelAdvice}>{t("Cancel")}</Button>
        </>
      )}
      {isLarge && under === null && (
        <p className="quiet">
          {t(
            "With so few ranges nothing can be left out: this takes minutes here. The command below takes less.",
          )}
        </p>
      )}
    </div>
  );
}

const SAME = {
  "not yet": msg("Opened: {title} with seed {seed}; it has not come to its end."),
  same: msg("Opened: {title} with seed {seed}; its digest at the end is that of the row."),
  other: msg(
    "Opened: {title} with seed {seed}; its digest at the end is not that of the row: another build made it.",
  ),
};

function Opened() {
  const opened = useStore(adviceStore, (state) => state.opened);
  if (opened === null) return null;
  const { title, seed, same } = opened;
  return (
    <p className="quiet" data-testid="opened-run">
      {t(SAME[same], { title, seed })}
    </p>
  );
}

const asCode = (command: string) => <code>{command}</code>;

/** The form and its sweep as files, and the commands that take them. */
function Larger() {
  const { form, plan } = useStore(adviceStore);
  if (form === null || plan === null) return null;
  return (
    <section aria-label={t("As a command")} className={asking.answer}>
      <h3>{t("As a command")}</h3>
      <div className="row wrap">
        <Button small onClick={() => download("advice.json", textOf(form))}>
          {t("Download the form")}
        </Button>
        <Button small onClick={() => download("sweep.json", plan.sweep)}>
          {t("Download the sweep")}
        </Button>
      </div>
      <p>
        <Rich
          text={t(
            "<0>raft-atlas advise advice.json</0> runs the whole form on all cores of a machine.",
          )}
          parts={[asCode]}
        />
        <br />
        <Rich
          text={t(
            "<0>raft-atlas sweep sweep.json --out runs</0> can be stopped and goes on, also on many machines; then <0>raft-atlas advise advice.json --from runs</0> answers.",
          )}
          parts={[asCode]}
        />
      </p>
    </section>
  );
}
