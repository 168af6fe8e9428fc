/** The tree of branches above the time line; a name leads to the same instant of its branch. */

import type { CSSProperties } from "react";
import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { branchName, settledBranches } from "@/session/branches";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { cx } from "@/ui/cx";
import css from "./BranchTree.module.css";
import { type BranchRow, branchRows } from "./branchRows";

/** More would take the map's place; then the last row says how many are in the panel. */
const ROWS_MAX = 4;
/** Up to here a name stands right of where the line ends. */
const RIGHT_UNTIL = 0.66;

export function BranchTree({ endUs }: { endUs: number }) {
  const session = useSim((state) => state.session);
  const furthestUs = useSim((state) => state.furthestUs);
  if (session === null) return null;
  const { current } = session;
  const most = session.branches.length <= ROWS_MAX ? ROWS_MAX : ROWS_MAX - 1;
  const lanes = branchRows(settledBranches(session, furthestUs), current, most);
  const hidden = session.branches.length - lanes.length;
  return (
    <nav className={css.lanes} aria-label={t("Branches")}>
      {lanes.map((lane, place) => (
        <LaneRow
          key={lane.branch.id}
          lane={lane}
          rise={lane.from < 0 ? 0 : place - lane.from}
          isCurrent={lane.branch.id === current}
          endUs={endUs}
        />
      ))}
      {hidden > 0 && (
        <p className={css.hidden}>
          {t("and {hidden} more under “Branches and bookmarks”", { hidden })}
        </p>
      )}
    </nav>
  );
}

interface LaneRowProps {
  lane: BranchRow;
  /** Lanes up to the one it parts from. */
  rise: number;
  isCurrent: boolean;
  endUs: number;
}

function LaneRow({ lane: { branch }, rise, isCurrent, endUs }: LaneRowProps) {
  const begin = Math.min(1, branch.fork_us / endUs);
  const end = Math.min(1, Math.max(begin, branch.furthest_us / endUs));
  const side = end <= RIGHT_UNTIL ? css.right : begin > RIGHT_UNTIL ? css.left : css.on;
  const place = {
    "--begin": `${begin * 100}%`,
    "--end": `${end * 100}%`,
    "--rise": rise,
  } as CSSProperties;
  const name = branchName(branch);
  const when = t("from {from} to {to}", {
    from: formatInstant(branch.fork_us),
    to: formatInstant(branch.furthest_us),
  });
  return (
    <div className={cx(css.lane, isCurrent && css.current, side)} style={place}>
      {rise > 0 && <i className={css.rise} />}
      <i className={css.way} />
      <button
        type="button"
        className={css.name}
        aria-current={isCurrent}
        aria-label={
          isCurrent
            ? t("Present branch {name}, {when}", { name, when })
            : t("Switch to branch {name}, {when}", { name, when })
        }
        title={`${name}${t(", ")}${when}`}
        onClick={() => void sim.switchBranch(branch.id)}
      >
        {name}
      </button>
    </div>
  );
}
