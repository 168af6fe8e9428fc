/** Help: the keys, how to do things, and how to read the marks. */

import { msg, t } from "@/language/words";
import { GLOSSARY } from "@/model/glossary";
import { usePage } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { openDialog } from "./commands/dialogs";
import { COMMANDS } from "./commands/table";
import css from "./Prose.module.css";

/** They work while the diagram has the focus. */
const DIAGRAM_KEYS: readonly KeyLine[] = [
  { keys: msg("[ and ]"), does: msg("previous, next message; Enter selects it") },
  { keys: "G", does: msg("to the instant at which it was sent") },
  { keys: msg("← and →"), does: msg("move the window, with Shift by half of it") },
  { keys: msg("+ and −"), does: msg("zoom in, zoom out; so does the wheel") },
  { keys: "0, 1, F", does: msg("whole run, one heartbeat interval, follow the latest") },
];

/** Those of the whole page. */
const KEYS: readonly KeyLine[] = COMMANDS.flatMap(({ keys, label }) =>
  keys === undefined ? [] : [{ keys: keys.shown, does: label }],
);

export function HelpDialog({ onClose }: DialogProps) {
  // A package has the page without the documents.
  const embedded = usePage((stage) => stage.embedded);
  return (
    <Dialog open onClose={onClose} title={t("Help")}>
      <div className={css.prose}>
        <p>
          {t(
            "Real Raft groups run on this page, on a simulated network of zones. Play, then break something: select a link or a store on the map, or use “Break something” on the left. Active faults are listed there, each with its own Heal.",
          )}
        </p>
        <h3>{t("Keys")}</h3>
        <Keys of={KEYS} />
        <h3>{t("Back in time")}</h3>
        <p>
          {t(
            "Drag along the time line to see any instant. Nothing is lost by going back: playing on from there replays the same run, your later actions included. When you act in the past, a new branch begins there and the other one is kept. Once there are two, they are shown above the time line: select one to see the same instant in it. “Branches and bookmarks” next to the line names, renames and deletes them. Ctrl + Z goes back to the branch before.",
          )}
        </p>
        <p>
          {t(
            "Marks on the line: a diamond is an election, a bar a fault, a triangle a failure, a dot below one of your actions, a flag your bookmark. Select one to go there.",
          )}
        </p>
        <h3>{t("On the map")}</h3>
        <p>
          {t(
            "The first Tab of the page offers the way to the map. There arrow keys go to the next zone, store, gateway or link in that direction, [ and ] step through all of them, and Enter selects. What is selected shows its fields and its actions.",
          )}
        </p>
        <h3>{t("In the space-time diagram")}</h3>
        <p>
          {t(
            "Each line is a node, each arrow a message: the flatter it is, the longer it took. Heavy arrows cross zones, a cross ends a message that never arrived, a thick line is a leader. Idle time is collapsed into a break. What is later than now is pale.",
          )}
        </p>
        <Keys of={DIAGRAM_KEYS} />
        <h3>{t("Before a class")}</h3>
        <p>
          {t(
            "Bookmark the instants to show and give each a note, under “Branches and bookmarks”. “Present”, under “More”, shows them as slides in large type, with the controls locked.",
          )}
        </p>
        <Keys of={PRESENT_KEYS} />
        <p>
          {t("Guides for 15, 50 and 90 minutes, slides, worksheets and 60 questions with answers:")}{" "}
          <a href="course/" target="_blank" rel="noopener">
            {t("Course pack")}
          </a>
        </p>
        <h3>{t("Glossary")}</h3>
        <Words />
        <h3>{t("Your session")}</h3>
        <p>
          {t(
            "A run is a scenario, a seed and your actions. It is kept in this browser: a reload restores the same instant, and every branch and bookmark.",
          )}
        </p>
        <Button
          onClick={() => {
            onClose();
            openDialog("about");
          }}
        >
          {t("What is real, what is modelled")}
        </Button>
        {!embedded && (
          <p>
            <a href="./docs/" target="_blank" rel="noopener">
              {t("All documents, with a search")}
            </a>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Words() {
  return GLOSSARY.map(({ title, terms }) => (
    <details key={title}>
      <summary>{t(title)}</summary>
      <dl className={css.facts}>
        {terms.map(({ name, text, elsewhere }) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              {t(text)}
              {elsewhere !== "" && (
                <small> {t("Elsewhere: {elsewhere}.", { elsewhere: t(elsewhere) })}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  ));
}

function Keys({ of }: { of: readonly KeyLine[] }) {
  return (
    <dl className={css.keys}>
      {of.map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            <kbd>{t(keys)}</kbd>
          </dt>
          <dd>{t(does)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface KeyLine {
  keys: string;
  does: string;
}

/** They work while somebody presents; remotes send the first three. */
const PRESENT_KEYS: readonly KeyLine[] = [
  {
    keys: "Page Down, Page Up",
    does: msg("next and previous slide: bookmarks with their notes"),
  },
  { keys: msg(". or B"), does: msg("blank the screen, and back") },
  { keys: "Esc", does: msg("ends the presentation") },
];
