/** What each shape of the map means. */
import { ReplicaSign } from "@/draw/ReplicaSign";
import { msg, t } from "@/language/words";
import type { MessageShape } from "@/model/messageMarks";
import type { Role } from "@/model/roles";
import { shapeData } from "@/model/shapes";
import css from "./legend.module.css";

interface MarkEntry {
  shape: MessageShape;
  role: string;
  text: string;
  r?: number;
}

const MARKS: readonly MarkEntry[] = [
  { shape: "disc", role: "append", text: msg("append; area grows with its bytes"), r: 7 },
  { shape: "tailed", role: "append", text: msg("to a delegate, with headers for others"), r: 6 },
  { shape: "notched", role: "append", text: msg("a delegate passes it on"), r: 7 },
  { shape: "ring", role: "ack", text: msg("acknowledgement") },
  { shape: "dot", role: "heartbeat", text: msg("heartbeat and its answer"), r: 2.5 },
  {
    shape: "diamond",
    role: "vote",
    text: msg("asks for a vote, or first whether it would get one (pre-vote); hollow: the answer"),
  },
  { shape: "triangle", role: "index", text: msg("asks for a read index; hollow: the answer") },
  { shape: "tiny-open-square", role: "rows", text: msg("a client asks to read"), r: 3.5 },
  { shape: "square", role: "rows", text: msg("rows; area grows with their bytes"), r: 7 },
  { shape: "open-square", role: "write", text: msg("a client writes"), r: 6 },
  { shape: "tiny-square", role: "write", text: msg("the write is acknowledged"), r: 3.5 },
  { shape: "folded", role: "snap", text: msg("snapshot"), r: 8 },
  {
    shape: "tiny-open-square",
    role: "snap",
    text: msg("asks a nearby replica for a snapshot"),
    r: 3.5,
  },
  {
    shape: "tiny-square",
    role: "heartbeat",
    text: msg("an order of the placement driver"),
    r: 3.5,
  },
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
  { role: "leader", text: msg("leads; its colour is its term") },
  { role: "leader", lease: true, text: msg("leads by a lease; arc: what is left of it") },
  { role: "leader", broken: true, text: msg("believes that it leads; no majority hears it") },
  {
    role: "candidate",
    text: msg("candidate, or asking before that (pre-vote); filled: votes that arrived"),
  },
  { role: "follower", text: msg("follows; arc: silence since it heard from its leader") },
  { role: "follower", delegate: true, text: msg("delegate: passes entries on in its zone") },
  { role: "learner", text: msg("learner: no vote") },
  { role: "follower", asleep: true, text: msg("hibernating: no timer runs") },
];

const LINKS: readonly { style: string; text: string }[] = [
  {
    style: "",
    text: msg(
      "link; width in proportion to bytes per second; hatched: what the run under “Against” sends",
    ),
  },
  { style: "slow", text: msg("slowed") },
  { style: "lossy", text: msg("packet or message loss") },
  { style: "one", text: msg("this direction is cut") },
  { style: "cut", text: msg("cut both ways; a lost message") },
];

export function Legend() {
  return (
    <div className={css.legend}>
      <h2>{t("Messages")}</h2>
      <ul>
        {MARKS.map((mark) => (
          <li key={mark.text}>
            <MarkSample {...mark} />
            {t(mark.text)}
          </li>
        ))}
      </ul>
      <h2>{t("Replicas")}</h2>
      <ul>
        {REPLICAS.map((replica) => (
          <li key={replica.text}>
            <ReplicaSign
              role={replica.role}
              hue={1}
              broken={replica.broken ?? false}
              delegate={replica.delegate ?? false}
              asleep={replica.asleep ?? false}
              lease={replica.lease === true ? 0.6 : null}
              votes={2}
              voters={3}
              silence={0.6}
              size={28}
            />
            {t(replica.text)}
          </li>
        ))}
      </ul>
      <h2>{t("Links")}</h2>
      <p>{t("The time on a link is its delay one way, not there and back.")}</p>
      <ul>
        {LINKS.map((link) => (
          <li key={link.text}>
            <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true">
              <path className={css.line} data-style={link.style} d="M1 10H27" />
              {link.style === "one" && <path className={css.badLine} d="M14 4V16" />}
              {link.style === "cut" && <path className={css.badLine} d="M9 5L19 15M19 5L9 15" />}
            </svg>
            {t(link.text)}
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
