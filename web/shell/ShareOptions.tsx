/** What goes with a shared run: tick boxes for how the page is staged for whoever opens it. */

import { msg, t } from "@/language/words";
import { writeChoice } from "@/session/beside/besideAddress";
import { besideTitles } from "@/session/beside/besideTitles";
import type { BesideState, Theme } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { simStore } from "@/session/simStore";
import { PANEL_NAMES, PANELS, type Panel } from "@/session/stage";
import { CheckField } from "@/ui/Fields";
import css from "./ShareDialog.module.css";
import type { Staged } from "./shareQuery";

interface ShareOptionsProps {
  staged: Staged;
  onChange: (staged: Staged) => void;
}

export function ShareOptions({ staged, onChange }: ShareOptionsProps) {
  const theme = usePage((state) => state.resolvedTheme);
  const beside = usePage((state) => state.beside);
  const set = (changes: Partial<Staged>): void => onChange({ ...staged, ...changes });
  const setPanel = (panel: Panel, stands: boolean): void =>
    set({
      panels: PANELS.filter((known) => (known === panel ? stands : staged.panels.includes(known))),
    });
  return (
    <div className={css.options}>
      <fieldset>
        <legend className="small">{t("Include")}</legend>
        <CheckField
          label={t("Begins as a presentation, at its first slide")}
          checked={staged.presenting}
          onChange={(presenting) => set({ presenting })}
        />
        <CheckField
          label={t("The controls are locked")}
          checked={staged.locked}
          onChange={(locked) => set({ locked })}
        />
        <CheckField
          label={t(KEPT_THEMES[theme])}
          checked={staged.theme !== null}
          onChange={(isKept) => set({ theme: isKept ? theme : null })}
        />
        {beside !== null && (
          <Beside
            beside={beside}
            checked={staged.beside !== null}
            onChange={(isKept) => set({ beside: isKept ? beside.choice : null })}
          />
        )}
      </fieldset>
      <fieldset>
        <legend className="small">{t("Panels shown")}</legend>
        {PANELS.map((panel) => (
          <CheckField
            key={panel}
            label={t(PANEL_NAMES[panel])}
            checked={staged.panels.includes(panel)}
            onChange={(stands) => setPanel(panel, stands)}
          />
        ))}
      </fieldset>
    </div>
  );
}

const KEPT_THEMES: Readonly<Record<Theme, string>> = {
  light: msg("In the light theme"),
  dark: msg("In the dark theme"),
  projector: msg("In the projector theme"),
};

interface BesideProps {
  beside: BesideState;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Beside({ beside, checked, onChange }: BesideProps) {
  const titles = besideTitles(simStore.getState(), beside.store.getState(), beside.names);
  if (writeChoice(beside.choice) === null) {
    return (
      <p className="small">{t("The branch that it is compared with cannot go into a link.")}</p>
    );
  }
  return (
    <CheckField
      label={t("The second run: {title}", { title: titles[1] })}
      checked={checked}
      onChange={onChange}
    />
  );
}
