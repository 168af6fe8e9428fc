/** The link of what the page shows, as text, code or file; it was read back before it is given. */

import { useState } from "react";
import { useStore } from "zustand";
import { msg, t, translate } from "@/language/words";
import { listOf } from "@/language/written";
import { lessonStore } from "@/lessons/lessonStore";
import type { Share } from "@/model/share/share";
import { formatCount, formatInstant } from "@/model/units";
import { writeChoice } from "@/session/beside/besideAddress";
import { besideTitles } from "@/session/beside/besideTitles";
import { download } from "@/session/download";
import type { BesideState, Theme } from "@/session/pageState";
import { pageStore, usePage } from "@/session/pageStore";
import { fileOf, LINK_LENGTH_MAX, shareOf } from "@/session/sharing/made";
import { simStore, useSim } from "@/session/simStore";
import { PANEL_NAMES, PANELS, type Panel } from "@/session/stage";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { CheckField } from "@/ui/Fields";
import { Fold } from "@/ui/Section";
import { LinkToCopy } from "./LinkToCopy";
import css from "./ShareDialog.module.css";
import { PictureLink } from "./share/PictureLink";
import { SaveOffline } from "./share/SaveOffline";
import { ShareCard } from "./share/ShareCard";
import { queryOf, type Staged } from "./shareQuery";
import { useLink } from "./useLink";

function asItStands(): Staged {
  const { level } = pageStore.getState();
  return { panels: PANELS, locked: false, theme: null, presenting: false, level, beside: null };
}

export function ShareDialog(props: DialogProps) {
  const isOpening = useSim(({ phase }) => phase === "loading");
  const isPreparing = useStore(lessonStore, ({ preparing }) => preparing);
  if (!isOpening && !isPreparing) return <Shared {...props} />;
  return (
    <Dialog open onClose={props.onClose} title={t("Share this moment")} kind="wide">
      <p role="status">{t("The run is being opened…")}</p>
    </Dialog>
  );
}

function Shared({ onClose }: DialogProps) {
  // Of the moment at which it was asked for; the run may go on.
  const [share] = useState(() => shareOf(simStore.getState(), pageStore.getState()));
  const [staged, setStaged] = useState(asItStands);
  const made = useLink(share, queryOf(staged));
  return (
    <Dialog open onClose={onClose} title={t("Share this moment")} kind="wide">
      {share === undefined ? (
        <p>{t("No scenario is open: there is nothing to share yet.")}</p>
      ) : (
        <div className="grid-4">
          <Contents share={share} />
          <ShareOptions staged={staged} onChange={setStaged} />
          {made === null && <p role="status">{t("Writing the link and reading it back…")}</p>}
          {made?.kind === "link" && <LinkToCopy address={made.address} />}
          {made?.kind === "link" && <PictureLink share={share} />}
          {made?.kind === "too-long" && (
            <p role="alert">
              {t(
                "A link to this would have {length} characters. Many programs cut links above {most}, so send it as a file.",
                { length: formatCount(made.length), most: formatCount(LINK_LENGTH_MAX) },
              )}
            </p>
          )}
          {made?.kind === "not-whole" && (
            <p role="alert">
              {t(
                "The link was read back and something differed ({where}), so it is not offered. Send it as a file.",
                { where: made.where },
              )}
            </p>
          )}
          <ShareCard />
          <ShareIds />
          <SaveOffline
            lesson={share.lesson?.id ?? null}
            link={made?.kind === "link" ? made.address : null}
            title={document.title}
          />
          <AsFile share={share} isOnlyWay={made !== null && made.kind !== "link"} />
        </div>
      )}
    </Dialog>
  );
}

/** What whoever gets it will see. */
function Contents({ share }: { share: Share }) {
  const { scenario, seed, at_us, actions, bookmarks, lesson, select } = share;
  const parts = [
    scenario.kind === "builtin" ? t("the scenario") : t("your scenario, whole"),
    seed === null ? t("the scenario’s seed") : t("seed {seed}", { seed }),
    actions.length === 0
      ? ""
      : t("{n, plural, one {# action} other {# actions}} by hand", { n: actions.length }),
    bookmarks.length === 0
      ? ""
      : t("{n, plural, one {# bookmark} other {# bookmarks}}", { n: bookmarks.length }),
    lesson === null ? "" : t("the step of the lesson"),
    select === "" ? "" : t("what is selected"),
  ].filter((part) => part !== "");
  return (
    <p>
      {t("Anyone who opens it sees this run at {at}, with {listed}. It holds no other branches.", {
        at: formatInstant(at_us),
        listed: listOf(parts),
      })}
    </p>
  );
}

function AsFile({ share, isOnlyWay }: { share: Share; isOnlyWay: boolean }) {
  const save = (): void => {
    const { name, text } = fileOf(share);
    download(name, text);
  };
  return (
    <div className={css.file}>
      <p>{t("As a file it is of any length. “Open…” takes it, and so does a drop on the page.")}</p>
      <Button kind={isOnlyWay ? "primary" : "plain"} onClick={save}>
        {t("Save as a file")}
      </Button>
    </div>
  );
}

function ShareIds() {
  const scenario = useSim(({ session }) =>
    session?.source.kind === "builtin" ? session.source.id : null,
  );
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.session?.variant ?? "");
  const seed = useSim((state) => state.session?.seed ?? 0);
  const play = useStore(lessonStore, (state) => state.play);
  if (scenario === null && play === null) return null;
  const chosen = variant === "" ? "" : `&variant=${variant}`;
  return (
    <Fold title={t("Ids for addresses of your own")}>
      <dl className={css.ids}>
        {scenario !== null && (
          <Id
            name={t("This scenario, from its start")}
            text={`?scenario=${scenario}${chosen}&seed=${seed}`}
          />
        )}
        {variants.map(({ id, title }) => (
          <Id key={id} name={translate(title)} text={`variant=${id}`} />
        ))}
        {play?.lesson.steps.map(({ id, title }, at) => (
          <Id
            key={id}
            name={t("Step {at}: {title}", { at: at + 1, title: translate(title) })}
            text={`?lesson=${play.id}&step=${id}`}
          />
        ))}
      </dl>
      <p className="small">
        {t(
          "A step is named by its id, its number or its title. All ids are listed in docs/ids.md.",
        )}
      </p>
    </Fold>
  );
}

function Id({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="breaks">
        <code>{text}</code>
      </dd>
    </div>
  );
}

interface ShareOptionsProps {
  staged: Staged;
  onChange: (staged: Staged) => void;
}

function ShareOptions({ staged, onChange }: ShareOptionsProps) {
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
