/**
 * What each shape of the map means.
 */
import type { MessageShape } from "@/model/messageMarks";
import { shapeData } from "@/model/shapes";
import css from "./legend.module.css";
import { ReplicaGlyph } from "./ReplicaGlyph";
import type { Role } from "./words";

interface MarkEntry {
  shape: MessageShape;
  role: string;
  text: string;
  r?: number;
}

const MARKS: readonly MarkEntry[] = [
  { shape: "disc", role: "append", text: "append; area grows with its bytes", r: 7 },
  { shape: "tailed", role: "append", text: "to a delegate, with headers for others", r: 6 },
  { shape: "notched", role: "append", text: "a delegate passes it on", r: 7 },
  { shape: "ring", role: "ack", text: "acknowledgement" },
  { shape: "dot", role: "heartbeat", text: "heartbeat and its answer", r: 2.5 },
  {
    shape: "diamond",
    role: "vote",
    text: "asks for a vote, or first whether it would get one (pre-vote); hollow: the answer",
  },
  { shape: "triangle", role: "index", text: "asks for a read index; hollow: the answer" },
  { shape: "tiny-open-square", role: "rows", text: "a client asks to read", r: 3.5 },
  { shape: "square", role: "rows", text: "rows; area grows with their bytes", r: 7 },
  { shape: "open-square", role: "write", text: "a client writes", r: 6 },
  { shape: "tiny-square", role: "write", text: "the write is acknowledged", r: 3.5 },
  { shape: "folded", role: "snap", text: "snapshot", r: 8 },
  { shape: "tiny-open-square", role: "snap", text: "asks a nearby replica for a snapshot", r: 3.5 },
  { shape: "tiny-square", role: "heartbeat", text: "an order of the placement driver", r: 3.5 },
];

interface ReplicaEntry {
  role: Role;
  broken?: boolean;
  delegate?: boolean;
  asleep?: boolean;
  lease?: boolean;
  text: string;
}

const REPLICAS: readonly ReplicaEntry[] = [
  { role: "leader", text: "leader; arc: to its next heartbeat" },
  { role: "leader", lease: true, text: "leader; thick arc: what is left of its lease" },
  { role: "leader", broken: true, text: "leader without a majority" },
  { role: "candidate", text: "candidate, or asking before that (pre-vote); dots: votes granted" },
  { role: "follower", text: "follower; arc: time until it campaigns" },
  { role: "follower", delegate: true, text: "delegate: passes entries on in its zone" },
  { role: "learner", text: "learner: no vote" },
  { role: "follower", asleep: true, text: "hibernating: no timer runs" },
];

const LINKS: readonly { style: string; text: string }[] = [
  {
    style: "",
    text: "link; width in proportion to bytes per second; hatched: what the run under “Against” sends",
  },
  { style: "slow", text: "slowed" },
  { style: "lossy", text: "packet or message loss" },
  { style: "one", text: "this direction is cut" },
  { style: "cut", text: "cut both ways; a lost message" },
];

export function Legend() {
  return (
    <div className={css.legend}>
      <h2>Messages</h2>
      <ul>
        {MARKS.map((mark) => (
          <li key={mark.text}>
            <MarkSample {...mark} />
            {mark.text}
          </li>
        ))}
      </ul>
      <h2>Replicas</h2>
      <ul>
        {REPLICAS.map((replica) => (
          <li key={replica.text}>
            <ReplicaGlyph
              role={replica.role}
              broken={replica.broken ?? false}
              delegate={replica.delegate ?? false}
              asleep={replica.asleep ?? false}
              lease={replica.lease ?? false}
              votes={2}
              voters={3}
              timer={0.6}
              size={28}
            />
            {replica.text}
          </li>
        ))}
      </ul>
      <h2>Links</h2>
      <ul>
        {LINKS.map((link) => (
          <li key={link.text}>
            <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true">
              <path className={css.line} data-style={link.style} d="M1 10H27" />
              {link.style === "one" && <path className={css.badLine} d="M14 4V16" />}
              {link.style === "cut" && <path className={css.badLine} d="M9 5L19 15M19 5L9 15" />}
            </svg>
            {link.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function MarkSample({
  shape,
  role,
  r = 5,
}: {
  shape: MessageShape;
  role: string;
  r?: number;
}) {
  const hollow = shape === "ring" || shape.includes("open");
  return (
    <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true">
      <path
        d={shapeData(shape, 14, 10, r)}
        style={{
          fill: hollow ? "none" : `var(--${role})`,
          stroke: hollow ? `var(--${role})` : "none",
          strokeWidth: 1.75,
        }}
      />
    </svg>
  );
}
