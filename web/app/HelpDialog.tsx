/**
 * Help: the keys, how to do things, and how to read the marks.
 */

import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { KEYS, type KeyLine, PRESENT_KEYS } from "./keyList";
import css from "./Prose.module.css";

/** They work while the diagram has the focus. */
const DIAGRAM_KEYS: readonly KeyLine[] = [
  { keys: "[ and ]", does: "previous, next message; Enter selects it" },
  { keys: "G", does: "to the instant at which it left" },
  { keys: "← and →", does: "move the window, with Shift by half of it" },
  { keys: "+ and −", does: "nearer, farther; so does the wheel" },
  { keys: "0, 1, F", does: "the whole run, one round, follow the present" },
];

interface HelpDialogProps {
  open: boolean;
  onClose: () => void;
  openAbout: () => void;
}

export function HelpDialog({ open, onClose, openAbout }: HelpDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Help">
      <div className={css.prose}>
        <p>
          Real Raft groups run on this page, on a simulated network of zones. Play, then break
          something: select a link or a store on the map, or use “Do something” on the left. Every
          standing fault is listed there with its own Heal.
        </p>
        <h3>Keys</h3>
        <Keys of={KEYS} />
        <h3>Back in time</h3>
        <p>
          Drag along the time line to see any instant. Nothing is lost by going back: playing on
          from there does the same again, your later actions too. When you do something in the past,
          a new branch begins there and the other one is kept. Once there are two, they stand above
          the time line: select one to see the same instant in it. “Branches and bookmarks” beside
          the line names, renames and deletes them.
        </p>
        <p>
          Marks on the line: a diamond is an election, a bar a fault, a triangle what went wrong, a
          dot below what you did, a flag your bookmark. Select one to go there.
        </p>
        <h3>On the map</h3>
        <p>
          The first Tab of the page offers the way to the map. There arrow keys go to the next zone,
          store, gateway or link that way, [ and ] through all of them, and Enter selects. What is
          selected shows its fields and what can be done to it.
        </p>
        <h3>In the space-time diagram</h3>
        <p>
          Each line is a node, each arrow a message: the flatter it is, the longer it took. Heavy
          arrows leave their zone, a cross ends what never arrived, the thick line leads. Time that
          was quiet is folded into a break. What lies right of the present is pale.
        </p>
        <Keys of={DIAGRAM_KEYS} />
        <h3>Before a class</h3>
        <p>
          Bookmark the instants that you want to show and give each a note, under “Branches and
          bookmarks”. “Present”, under “More”, shows them as slides in large type, with the controls
          locked.
        </p>
        <Keys of={PRESENT_KEYS} />
        <h3>Your session</h3>
        <p>
          A run is its scenario, its seed and what you did. It is kept in this browser: a reload
          brings back the same instant, and every branch and bookmark.
        </p>
        <Button
          onClick={() => {
            onClose();
            openAbout();
          }}
        >
          What is real, what is modelled
        </Button>
      </div>
    </Dialog>
  );
}

function Keys({ of }: { of: readonly KeyLine[] }) {
  return (
    <dl className={css.keys}>
      {of.map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
