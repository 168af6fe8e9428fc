/** The sign of a replica by its role, in its term's hue. It says nothing to screen readers. */

import type { ComponentType } from "react";
import { type Hue, hueColor } from "@/model/map/hues";
import { leads, type Role } from "@/model/roles";
import css from "./draw.module.css";

interface ReplicaSignProps {
  role: Role;
  hue: Hue;
  /** A leader whom no majority acknowledges. */
  broken: boolean;
  votes: number;
  voters: number;
  /** Share of the election timeout that has passed in silence: 0 to 1. */
  silence: number;
  /** Share of the lease that is left, null without one. */
  lease: number | null;
  /** Passes entries on to the others of its zone. */
  delegate: boolean;
  /** Its range hibernates: no timer runs. */
  asleep: boolean;
  size: number;
}

const MIDDLE = 20;
const RING = 12;
const LEADER = 15;
const OUTER = 17.5;
/** A wedge at the side, pointing on. */
const PASSES_ON = "M29 14L39.5 20L29 26L31.5 20Z";

export function ReplicaSign(props: ReplicaSignProps) {
  const { role, hue, silence, lease, delegate, asleep, size } = props;
  const Body = BODIES[role];
  const waits = !leads(role) && !asleep;
  return (
    <svg
      className={css.sign}
      style={{ color: hueColor(hue) }}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      {waits && <circle className={css.track} cx={MIDDLE} cy={MIDDLE} r={OUTER} />}
      {waits && <path className={css.silence} d={arc(OUTER, silence)} />}
      {lease !== null && <path className={css.lease} d={arc(OUTER, lease)} />}
      <Body {...props} />
      {delegate && <path className={css.delegate} d={PASSES_ON} />}
      {asleep && (
        <text className={css.asleep} x={MIDDLE + 14} y={MIDDLE - 8}>
          z
        </text>
      )}
    </svg>
  );
}

const MIDST = { cx: MIDDLE, cy: MIDDLE, r: RING };

function Leader({ broken }: ReplicaSignProps) {
  return (
    <>
      <circle {...MIDST} r={LEADER} className={broken ? css.brokenRing : css.disc} />
      <path className={broken ? css.starAlone : css.star} d={star(broken ? 8.5 : 10.5)} />
    </>
  );
}

function Candidate({ votes, voters }: ReplicaSignProps) {
  return (
    <>
      <circle {...MIDST} className={css.ring} data-dashed={false} />
      <Votes votes={votes} voters={voters} />
    </>
  );
}

function PreCandidate({ votes, voters }: ReplicaSignProps) {
  return (
    <>
      <circle {...MIDST} className={css.ring} data-dashed />
      <Votes votes={votes} voters={voters} />
    </>
  );
}

function Learner() {
  return (
    <>
      <circle {...MIDST} className={css.dottedRing} />
      <circle className={css.dot} cx={MIDDLE} cy={MIDDLE} r={3.6} />
    </>
  );
}

function Follower() {
  return (
    <>
      <circle {...MIDST} className={css.ring} />
      <circle className={css.dot} cx={MIDDLE} cy={MIDDLE} r={4.6} />
    </>
  );
}

const BODIES: Readonly<Record<Role, ComponentType<ReplicaSignProps>>> = {
  follower: Follower,
  "pre-candidate": PreCandidate,
  candidate: Candidate,
  leader: Leader,
  learner: Learner,
};

/** One pip a voter on the ring; filled once its vote has arrived. */
function Votes({ votes, voters }: { votes: number; voters: number }) {
  return Array.from({ length: voters }, (_, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / voters;
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: votes have no identity but their place
        key={i}
        className={css.vote}
        data-granted={i < votes}
        cx={MIDDLE + Math.cos(angle) * RING}
        cy={MIDDLE + Math.sin(angle) * RING}
        r={4.6}
      />
    );
  });
}

/** Clockwise from the top; a whole turn is not quite one, since an arc cannot close itself. */
function arc(r: number, share: number): string {
  const turn = Math.min(0.9999, Math.max(0, share));
  if (turn === 0) return "";
  const end = turn * 2 * Math.PI - Math.PI / 2;
  const x = MIDDLE + r * Math.cos(end);
  const y = MIDDLE + r * Math.sin(end);
  const large = turn > 0.5 ? 1 : 0;
  return `M${MIDDLE} ${MIDDLE - r}A${r} ${r} 0 ${large} 1 ${x.toFixed(2)} ${y.toFixed(2)}`;
}

function star(r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? r : r * 0.42;
    const x = MIDDLE + reach * Math.cos(angle);
    const y = MIDDLE + reach * Math.sin(angle);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

/** The sign of a store that runs nothing. */
export function EmptySign({ size, mark }: { size: number; mark: string }) {
  return (
    <svg className={css.sign} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <circle className={css.none} cx={MIDDLE} cy={MIDDLE} r={RING} />
      <text className={css.mark} x={MIDDLE} y={MIDDLE + 4.8}>
        {mark}
      </text>
    </svg>
  );
}
