/** All branches as a tree and all bookmarks, to go to, to name and to delete. */

import { type CSSProperties, type ReactNode, useState } from "react";
import { msg, t } from "@/language/words";
import { withoutStop } from "@/model/text";
import { formatDuration, formatInstant } from "@/model/units";
import { branchName, settledBranches } from "@/session/branches";
import { type Bookmark, NOTE_LENGTH_MAX } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { TextArea } from "@/ui/TextArea";
import css from "./BranchesPanel.module.css";
import { type BranchRow, branchRows } from "./branchRows";

export function BranchesPanel() {
  const session = useSim((state) => state.session);
  const furthestUs = useSim((state) => state.furthestUs);
  if (session === null) return null;
  const { current, bookmarks } = session;
  const branches = settledBranches(session, furthestUs);
  const nameOf = (id: number): string => {
    const branch = branches.find((known) => known.id === id);
    return branch === undefined ? "" : branchName(branch);
  };
  return (
    <div className="grid-4">
      <section aria-labelledby="branches-title">
        <h3 id="branches-title">{t("Branches")}</h3>
        <p className="hint">
          {t("Act in the past and a new branch begins there. Nothing is ever overwritten.")}
        </p>
        <ul className={css.list}>
          {branchRows(branches, current).map((lane) => (
            <BranchItem key={lane.branch.id} lane={lane} isCurrent={lane.branch.id === current} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="bookmarks-title">
        <div className="spread">
          <h3 id="bookmarks-title">{t("Bookmarks")}</h3>
          <Button small aria-keyshortcuts="M" onClick={() => sim.addBookmark()}>
            {t("Bookmark this instant (M)")}
          </Button>
        </div>
        {bookmarks.length === 0 ? (
          <p className="hint">{t("None yet.")}</p>
        ) : (
          <ul className={css.list}>
            {bookmarks.map((mark) => (
              <BookmarkItem key={mark.id} mark={mark} branch={nameOf(mark.branch)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function BranchItem({
  lane: { branch, depth },
  isCurrent,
}: {
  lane: BranchRow;
  isCurrent: boolean;
}) {
  const name = branchName(branch);
  const { id, parent, fork_us, furthest_us, cause, actions } = branch;
  const lengthUs = Math.max(0, furthest_us - fork_us);
  const facts = [
    branch.name !== "" && cause !== "" ? withoutStop(cause) : null,
    parent < 0 ? t("from the start") : t("from {instant}", { instant: formatInstant(fork_us) }),
    t("{time} long", { time: formatDuration(lengthUs) }),
    t("{n, plural, one {# action} other {# actions}}", { n: actions.length }),
  ].filter((fact) => fact !== null);
  return (
    <Item
      name={name}
      what="branch"
      given={branch.name}
      depth={depth}
      facts={facts.join(" · ")}
      rename={(to) => sim.renameBranch(id, to)}
      remove={isCurrent ? null : () => void sim.removeBranch(id)}
      compare={isCurrent ? null : () => void sim.startBeside({ kind: "branch", id })}
    >
      {isCurrent ? (
        <b className={css.name}>
          {name} <span className="small normal">{t("shown now")}</span>
        </b>
      ) : (
        <button
          type="button"
          className={css.name}
          aria-label={t("Switch to branch {name}", { name })}
          onClick={() => void sim.switchBranch(id)}
        >
          {name}
        </button>
      )}
    </Item>
  );
}

function BookmarkItem({ mark, branch }: { mark: Bookmark; branch: string }) {
  const { id, name, us } = mark;
  return (
    <Item
      name={name}
      what="bookmark"
      given={name}
      depth={0}
      facts={`${formatInstant(us)} · ${branch}`}
      note={{ text: mark.note, change: (note) => sim.annotateBookmark(id, note) }}
      rename={(to) => sim.renameBookmark(id, to)}
      remove={() => sim.removeBookmark(id)}
    >
      <button
        type="button"
        className={css.name}
        aria-label={t("Go to bookmark {name} at {instant}", { name, instant: formatInstant(us) })}
        onClick={() => void sim.jumpToBookmark(id)}
      >
        {name}
      </button>
    </Item>
  );
}

interface ItemProps {
  name: string;
  what: "branch" | "bookmark";
  /** What the person called it, to begin with when it is called something else. */
  given: string;
  depth: number;
  facts: string;
  rename: (to: string) => void;
  /** What is said of it when it is presented. */
  note?: { text: string; change: (to: string) => void };
  /** Null: it cannot be deleted now. */
  remove: (() => void) | null;
  /** Puts it beside what is shown; null: it is what is shown, or no run at all. */
  compare?: (() => void) | null;
  children: ReactNode;
}

const WORDS = {
  branch: {
    named: msg("Name of the branch"),
    rename: msg("Rename branch {name}"),
    remove: msg("Delete branch {name}"),
  },
  bookmark: {
    named: msg("Name of the bookmark"),
    rename: msg("Rename bookmark {name}"),
    remove: msg("Delete bookmark {name}"),
  },
};

type Doing = "nothing" | "renaming" | "noting" | "deleting";

function Item(props: ItemProps) {
  const { name, what, given, depth, facts, note, rename, remove, compare = null, children } = props;
  const [doing, setDoing] = useState<Doing>("nothing");
  const [text, setText] = useState(given);
  const finish = (): void => setDoing("nothing");
  const words = WORDS[what];
  return (
    <li className={css.item} style={{ "--depth": Math.min(depth, DEPTH_MAX) } as CSSProperties}>
      {doing === "renaming" ? (
        <form
          className={css.renaming}
          onSubmit={(event) => {
            event.preventDefault();
            rename(text);
            finish();
          }}
        >
          <TextField label={t(words.named)} value={text} onChange={setText} autoFocus />
          <Button small type="submit">
            {t("Rename")}
          </Button>
          <Button small kind="quiet" onClick={finish}>
            {t("Cancel")}
          </Button>
        </form>
      ) : (
        children
      )}
      <p className="hint">{facts}</p>
      {note !== undefined && doing === "noting" && (
        <form
          className="grid-1"
          onSubmit={(event) => {
            event.preventDefault();
            note.change(text);
            finish();
          }}
        >
          <TextArea
            label={t("Note, shown when presenting")}
            value={text}
            onChange={setText}
            maxLength={NOTE_LENGTH_MAX}
            autoFocus
          />
          <div className={css.verbs}>
            <Button small type="submit">
              {t("Keep the note")}
            </Button>
            <Button small kind="quiet" onClick={finish}>
              {t("Cancel")}
            </Button>
          </div>
        </form>
      )}
      {note !== undefined && note.text !== "" && doing !== "noting" && (
        <p className={css.note}>{note.text}</p>
      )}
      {doing === "nothing" && (
        <div className={css.verbs}>
          {compare !== null && (
            <Button
              small
              kind="quiet"
              aria-label={t("Compare with branch {name}", { name })}
              onClick={compare}
            >
              {t("Compare")}
            </Button>
          )}
          <Button
            small
            kind="quiet"
            aria-label={t(words.rename, { name })}
            onClick={() => {
              setText(given);
              setDoing("renaming");
            }}
          >
            {t("Rename")}
          </Button>
          {note !== undefined && (
            <Button
              small
              kind="quiet"
              aria-label={t("Note of bookmark {name}", { name })}
              onClick={() => {
                setText(note.text);
                setDoing("noting");
              }}
            >
              {t("Note")}
            </Button>
          )}
          {remove !== null && (
            <Button
              small
              kind="quiet"
              aria-label={t(words.remove, { name })}
              onClick={() => setDoing("deleting")}
            >
              {t("Delete")}
            </Button>
          )}
        </div>
      )}
      {doing === "deleting" && remove !== null && (
        <div className={css.verbs}>
          <Button small kind="danger" autoFocus onClick={remove}>
            {t("Delete for good")}
          </Button>
          <Button small kind="quiet" onClick={finish}>
            {t("Keep it")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Further in would leave no room for names. */
const DEPTH_MAX = 5;
