/**
 * Where a person chooses what a second run beside this one differs in: another branch, another
 * variant, or one setting from the start to the end. Must not know how two runs are kept together.
 */

import type { ReactNode } from "react";

import { formatInstant } from "@/lib/units";
import type { Settings } from "@/protocol/engine";
import type { SettingKey } from "@/store/besideChoice";
import { branchName } from "@/store/branches";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { COMPRESSION, FOLLOWER_REPLICATION, POLICIES, WRITE_SWITCHES } from "@/store/writeSwitches";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Row, Rows } from "@/ui/Rows";
import css from "./OpenDialog.module.css";

interface BesideDialogProps {
  onClose: () => void;
}

const SWITCHES: readonly { key: SettingKey; name: string; off: string; on: string }[] = [
  {
    key: "check_quorum",
    name: "Check quorum",
    on: "A leader that loses contact with a majority steps down.",
    off: "A leader stays leader until it sees a later term.",
  },
  {
    key: "pre_vote",
    name: "Pre-vote",
    on: "A store checks that it could win before it raises its term.",
    off: "A store that hears no leader raises its term at once.",
  },
  {
    key: "skip_commit_broadcast",
    name: "Lazy commits",
    on: "Followers learn the commit index with the next append or heartbeat.",
    off: "Each commit is broadcast to followers in a message of its own.",
  },
];

export function BesideDialog({ onClose }: BesideDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Compare runs" kind="wide">
      <div className={css.chooser}>
        <p>
          A second run with the same seed, load and faults runs next to this one, and every action
          applies to both. Choose the one thing that differs from its start.
        </p>
        <Rows>
          <Branches onClose={onClose} />
          <Variants onClose={onClose} />
          <ReadModes onClose={onClose} />
          <Travel onClose={onClose} />
          <Switches onClose={onClose} />
        </Rows>
      </div>
    </Dialog>
  );
}

function Branches({ onClose }: BesideDialogProps) {
  const branches = useSim((state) => state.session?.branches ?? []);
  const current = useSim((state) => state.session?.current);
  return branches
    .filter(({ id }) => id !== current)
    .map((branch) => (
      <Offer
        key={branch.id}
        title={`Branch “${branchName(branch)}”`}
        text={`Branched at ${formatInstant(branch.fork_us)}. Actions from now on apply to both.`}
        start={() => {
          onClose();
          void sim.startBeside({ kind: "branch", id: branch.id });
        }}
      />
    ));
}

function Variants({ onClose }: BesideDialogProps) {
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.world?.variant ?? "");
  return variants
    .filter(({ id }) => id !== variant)
    .map(({ id, title, text }) => (
      <Offer
        key={id}
        title={`Variant “${title}”`}
        text={text}
        start={() => {
          onClose();
          void sim.startBeside({ kind: "variant", variant: id });
        }}
      />
    ));
}

function ReadModes({ onClose }: BesideDialogProps) {
  const modes = useSim((state) => state.world?.read_modes ?? []);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  return modes
    .filter(({ id }) => id !== mode)
    .map(({ id, label, promise }) => (
      <Offer
        key={id}
        title={`Reads: ${label}`}
        text={
          <>
            <b>Promises</b> {promise}
          </>
        }
        start={() => {
          onClose();
          void sim.startBeside({ kind: "setting", key: "read_mode", value: id });
        }}
      />
    ));
}

function Switches({ onClose }: BesideDialogProps) {
  const settings = useSim((state) => state.frame?.settings);
  if (settings === undefined) return null;
  return SWITCHES.map(({ key, name, on, off }) => {
    const value = settings[key] !== true;
    return (
      <Offer
        key={key}
        title={`${name}: ${value ? "on" : "off"}`}
        text={value ? on : off}
        start={() => {
          onClose();
          void sim.startBeside({ kind: "setting", key, value });
        }}
      />
    );
  });
}

/** How writes travel and where replicas live; what the scenario has nobody for is not offered. */
function Travel({ onClose }: BesideDialogProps) {
  const settings = useSim((state) => state.frame?.settings);
  const hasPd = useSim((state) => state.world?.nodes.some(({ kind }) => kind === "pd") ?? false);
  if (settings === undefined) return null;
  const offers = [
    relayOffer(settings),
    ...(settings.follower_replication.length > 0 ? policyOffers(settings) : []),
    ...WRITE_SWITCHES.filter(
      ({ group, key }) => group !== "placement" || hasPd || key === "hibernate",
    ).map(({ key, name, on, off }) => ({ key, name, on, off, value: !settings[key] })),
    packingOffer(settings),
  ];
  return offers.map(({ key, name, on, off, value }) => (
    <Offer
      key={`${key} ${value}`}
      title={
        typeof value === "string" && key !== "compression"
          ? name
          : `${name}: ${isOff(value) ? "off" : "on"}`
      }
      text={isOff(value) ? off : on}
      start={() => {
        onClose();
        void sim.startBeside({ kind: "setting", key, value });
      }}
    />
  ));
}

interface SettingOffer {
  key: SettingKey;
  name: string;
  on: string;
  off: string;
  value: string | boolean;
}

function isOff(value: string | boolean): boolean {
  return value === false || value === "none";
}

function relayOffer(settings: Settings): SettingOffer {
  const value = settings.follower_replication.length === 0;
  return { key: "follower_replication", ...FOLLOWER_REPLICATION, value };
}

function packingOffer(settings: Settings): SettingOffer {
  const value = settings.compression === "none" ? "lz4" : "none";
  return { key: "compression", ...COMPRESSION, value };
}

function policyOffers(settings: Settings): SettingOffer[] {
  return POLICIES.filter(({ value }) => value !== settings.delegate_policy).map((policy) => ({
    key: "delegate_policy",
    name: `Delegate: ${policy.label.toLowerCase()}`,
    on: policy.text,
    off: "",
    value: policy.value,
  }));
}

interface OfferProps {
  title: string;
  text: ReactNode;
  start: () => void;
}

function Offer({ title, text, start }: OfferProps) {
  return (
    <Row
      verbs={
        <Button aria-label={`Compare: ${title}`} onClick={start}>
          Compare
        </Button>
      }
    >
      <h3>{title}</h3>
      <p>{text}</p>
    </Row>
  );
}
