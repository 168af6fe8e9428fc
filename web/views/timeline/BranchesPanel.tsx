/**
 * All branches as a tree and all bookmarks, to go to, to name and to delete. Fetched when it is
 * first opened.
 */

import { type ReactNode, useState } from "react";

import { formatDuration, formatInstant } from "@/model/units";
import { branchName, settledBranches } from "@/session/branches";
import { type Bookmark, NOTE_LENGTH_MAX } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { TextArea } from "@/ui/TextArea";
import css from "./BranchesPanel.module.css";
import { type Lane, lanesOf } from "./lanes";

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
    <div className={css.panel}>
      <section aria-labelledby="branches-title">
        <h3 id="branches-title">Branches</h3>
        <p className={css.hint}>
          Act in the past and a new branch begins there. Nothing is ever overwritten.
        </p>
        <ul className={css.list}>
          {lanesOf(branches, current).map((lane) => (
            <BranchItem key={lane.branch.id} lane={lane} isCurrent={lane.branch.id === current} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="bookmarks-title">
        <div className={css.head}>
          <h3 id="bookmarks-title">Bookmarks</h3>
          <Button small aria-keyshortcuts="M" onClick={() => sim.addBookmark()}>
            Bookmark this instant (M)
          </Button>
        </div>
        {bookmarks.length === 0 ? (
          <p className={css.hint}>None yet.</p>
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

function BranchItem({ lane: { branch, depth }, isCurrent }: { lane: Lane; isCurrent: boolean }) {
  const name = branchName(branch);
  const { id, parent, fork_us, furthest_us, cause, actions } = branch;
  const lengthUs = Math.max(0, furthest_us - fork_us);
  const facts = [
    branch.name !== "" && cause !== "" ? cause.replace(/\.$/, "") : null,
    parent < 0 ? "from the start" : `from ${formatInstant(fork_us)}`,
    `${formatDuration(lengthUs)} long`,
    actions.length === 1 ? "1 action" : `${actions.length} actions`,
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
          {name} <span className={css.here}>shown now</span>
        </b>
      ) : (
        <button
          type="button"
          className={css.name}
          aria-label={`Switch to branch ${name}`}
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
        aria-label={`Go to bookmark ${name} at ${formatInstant(us)}`}
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

type Doing = "nothing" | "renaming" | "noting" | "deleting";

function Item(props: ItemProps) {
  const { name, what, given, depth, facts, note, rename, remove, compare = null, children } = props;
  const [doing, setDoing] = useState<Doing>("nothing");
  const [text, setText] = useState(given);
  const finish = (): void => setDoing("nothing");
  return (
    <li className={css.item} data-depth={Math.min(depth, DEPTH_MAX)}>
      {doing === "renaming" ? (
        <form
          className={css.renaming}
          onSubmit={(event) => {
            event.preventDefault();
            rename(text);
            finish();
          }}
        >
          <TextField label={`Name of the ${what}`} value={text} onChange={setText} autoFocus />
          <Button small type="submit">
            Rename
          </Button>
          <Button small kind="quiet" onClick={finish}>
            Cancel
          </Button>
        </form>
      ) : (
        children
      )}
      <p className={css.facts}>{facts}</p>
      {note !== undefined && doing === "noting" && (
        <form
          className={css.noting}
          onSubmit={(event) => {
            event.preventDefault();
            note.change(text);
            finish();
          }}
        >
          <TextArea
            label="Note, shown when presenting"
            value={text}
            onChange={setText}
            maxLength={NOTE_LENGTH_MAX}
            autoFocus
          />
          <div className={css.verbs}>
            <Button small type="submit">
              Keep the note
            </Button>
            <Button small kind="quiet" onClick={finish}>
              Cancel
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
              aria-label={`Compare with ${what} ${name}`}
              onClick={compare}
            >
              Compare
            </Button>
          )}
          <Button
            small
            kind="quiet"
            aria-label={`Rename ${what} ${name}`}
            onClick={() => {
              setText(given);
              setDoing("renaming");
            }}
          >
            Rename
          </Button>
          {note !== undefined && (
            <Button
              small
              kind="quiet"
              aria-label={`Note of ${what} ${name}`}
              onClick={() => {
                setText(note.text);
                setDoing("noting");
              }}
            >
              Note
            </Button>
          )}
          {remove !== null && (
            <Button
              small
              kind="quiet"
              aria-label={`Delete ${what} ${name}`}
              onClick={() => setDoing("deleting")}
            >
              Delete
            </Button>
          )}
        </div>
      )}
      {doing === "deleting" && remove !== null && (
        <div className={css.verbs}>
          <Button small kind="danger" autoFocus onClick={remove}>
            Delete for good
          </Button>
          <Button small kind="quiet" onClick={finish}>
            Keep it
          </Button>
        </div>
      )}
    </li>
  );
}

/** Further in would leave no room for names. */
const DEPTH_MAX = 5;
