/**
 * The sign of a replica: its role as a shape with a letter, its timer as an arc, a candidate's
 * votes as dots. Says nothing to screen readers; the store's name does.
 */
import { cx } from "@/ui/cx";
import css from "./store.module.css";
import type { Role } from "./words";

interface ReplicaGlyphProps {
  role: Role;
  /** A leader whom no majority acknowledges. */
  broken: boolean;
  votes: number;
  voters: number;
  /** Share of the election timeout that has passed, or of the lease that is left: 0 to 1. */
  timer: number;
  /** A leader that reads by its lease. */
  lease?: boolean;
  /** Passes entries on to the others of its zone. */
  delegate?: boolean;
  /** Its range hibernates: no timer runs. */
  asleep?: boolean;
  size: number;
}

const LETTERS: Record<Role, string> = {
  leader: "L",
  follower: "F",
  candidate: "C",
  "pre-candidate": "P",
  learner: "N",
};
const MIDDLE = 20;
const RING = 13;
const TIMER = 18;
/** A wedge at the side, pointing on. */
const PASSES_ON = "M28 13.5L40 20L28 26.5L31 20Z";

export function ReplicaGlyph(props: ReplicaGlyphProps) {
  const {
    role,
    broken,
    votes,
    voters,
    timer,
    delegate = false,
    asleep = false,
    lease = false,
    size,
  } = props;
  const asks = role === "candidate" || role === "pre-candidate";
  return (
    <svg className={css.glyph} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <circle className={css.track} cx={MIDDLE} cy={MIDDLE} r={TIMER} data-asleep={asleep} />
      {!asleep && (
        <path
          className={cx(role === "leader" ? css.beat : css.timer, lease && css.lease)}
          d={arc(MIDDLE, MIDDLE, TIMER, Math.min(1, Math.max(0, timer)))}
        />
      )}
      <Body role={role} broken={broken} />
      <text
        className={css.letter}
        data-inverse={role === "leader" && !broken}
        x={MIDDLE}
        y={MIDDLE + 4.8}
      >
        {LETTERS[role]}
      </text>
      {delegate && <path className={css.delegate} d={PASSES_ON} />}
      {asleep && (
        <text className={css.asleep} x={MIDDLE + 15} y={MIDDLE - 8}>
          z
        </text>
      )}
      {asks && <Votes votes={votes} voters={voters} />}
    </svg>
  );
}

function Body({ role, broken }: { role: Role; broken: boolean }) {
  if (role === "leader" && !broken)
    return <circle className={css.leader} cx={MIDDLE} cy={MIDDLE} r={RING} />;
  if (role === "leader")
    return (
      <circle
        className={css.broken}
        cx={MIDDLE}
        cy={MIDDLE}
        r={RING - 1}
        strokeDasharray="17 8.13"
        strokeDashoffset={8.5}
      />
    );
  const kind = { follower: css.follower, learner: css.learner }[role as "follower" | "learner"];
  return <circle className={kind ?? css.candidate} cx={MIDDLE} cy={MIDDLE} r={RING - 0.5} />;
}

/** One dot per voter on the ring; filled once the vote is granted. */
function Votes({ votes, voters }: { votes: number; voters: number }) {
  return Array.from({ length: voters }, (_, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / voters;
    const x = MIDDLE + Math.cos(angle) * (RING - 0.5);
    const y = MIDDLE + Math.sin(angle) * (RING - 0.5);
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: votes have no identity but their place
        key={i}
        className={i < votes ? css.granted : css.wanted}
        cx={x}
        cy={y}
        r={3.6}
      />
    );
  });
}

/** Clockwise from the top; a whole turn is two halves, since one arc cannot close itself. */
function arc(cx: number, cy: number, r: number, share: number): string {
  if (share <= 0) return "";
  const end = Math.min(share, 0.9999) * 2 * Math.PI - Math.PI / 2;
  const x = cx + r * Math.cos(end);
  const y = cy + r * Math.sin(end);
  return `M${cx} ${cy - r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** The sign of a store that runs nothing. */
export function EmptyGlyph({ size, mark }: { size: number; mark: string }) {
  return (
    <svg className={css.glyph} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <circle className={css.none} cx={MIDDLE} cy={MIDDLE} r={RING - 0.5} />
      <text className={css.letter} data-faint="true" x={MIDDLE} y={MIDDLE + 4.8}>
        {mark}
      </text>
    </svg>
  );
}
