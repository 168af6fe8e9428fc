/**
 * What is real and what is modelled, with the facts of this build.
 */

import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { openDialog } from "./commands/dialogs";
import css from "./Prose.module.css";

const REAL: readonly [string, string][] = [
  [
    "Consensus",
    "Elections, logs, commits and read indexes are decided by the crate raft-rs, the library inside TiKV, unmodified and compiled to WebAssembly.",
  ],
  [
    "Bytes",
    "A message counts as many bytes as its real protobuf encoding has. What goes around it on the wire (gRPC, HTTP/2, TCP/IP) is a second amount that stands beside it, and money counts both: clouds bill the wire.",
  ],
  [
    "Verdicts",
    "Whether a read was stale is judged by a checker that sees only what clients sent and received, and when.",
  ],
  [
    "Replay",
    "Scenario, seed and actions give the same run on every machine. For that, each election timeout is set from the seed instead of being drawn at random; it stays within Raft’s bounds.",
  ],
];

const MODELLED: readonly [string, string][] = [
  ["Time", "Everything happens in simulated microseconds. Playing faster changes nothing."],
  [
    "Network",
    "Links have delay, jitter, bandwidth, loss and cuts. They are simulated; no packet leaves this page.",
  ],
  ["Disks", "A write waits for a simulated flush; what was not flushed is lost in a crash."],
  ["CPU", "Stores have cores and queues; costs per request, row and message are parameters."],
  ["Prices", "Bytes between zones cost what the scenario says, by default public list prices."],
];

export function AboutDialog({ onClose }: DialogProps) {
  const build = useSim((state) => state.build);
  return (
    <Dialog open onClose={onClose} title="What is real, what is modelled">
      <div className={css.prose}>
        <h3>Real</h3>
        <Facts facts={REAL} />
        <h3>Modelled</h3>
        <Facts facts={MODELLED} />
        <Button onClick={() => openDialog("fidelity")}>Published figures beside ours…</Button>
        {build !== null && (
          <>
            <h3>This build</h3>
            <Facts
              facts={[
                ["Raft Atlas", build.version],
                ["raft-rs", `${build.raft}, unmodified`],
                ["Profile", build.profile],
              ]}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
