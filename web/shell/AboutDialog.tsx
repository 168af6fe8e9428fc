/** What is real and what is modelled, with the facts of this build. */

import { msg, t } from "@/language/words";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { openDialog } from "./commands/dialogs";
import css from "./Prose.module.css";

const REAL: readonly [string, string][] = [
  [
    msg("Consensus"),
    msg(
      "Elections, logs, commits and read indexes are decided by the crate raft-rs, the library inside TiKV, unmodified and compiled to WebAssembly.",
    ),
  ],
  [
    msg("Bytes"),
    msg(
      "A message counts as many bytes as its real protobuf encoding has. What goes around it on the wire (gRPC, HTTP/2, TCP/IP) is a second amount that stands beside it, and money counts both: clouds bill the wire.",
    ),
  ],
  [
    msg("Verdicts"),
    msg(
      "Whether a read was stale is judged by a checker that sees only what clients sent and received, and when.",
    ),
  ],
  [
    msg("Replay"),
    msg(
      "Scenario, seed and actions give the same run on every machine. For that, each election timeout is set from the seed instead of being drawn at random; it stays within Raft’s bounds.",
    ),
  ],
];

const MODELLED: readonly [string, string][] = [
  [
    msg("Time"),
    msg("Everything happens in simulated microseconds. Playing faster changes nothing."),
  ],
  [
    msg("Network"),
    msg(
      "Links have delay, jitter, bandwidth, loss and cuts. They are simulated; no packet leaves this page.",
    ),
  ],
  [
    msg("Disks"),
    msg("A write waits for a simulated flush; what was not flushed is lost in a crash."),
  ],
  ["CPU", msg("Stores have cores and queues; costs per request, row and message are parameters.")],
  [
    msg("Prices"),
    msg("Bytes between zones cost what the scenario says, by default public list prices."),
  ],
];

export function AboutDialog({ onClose }: DialogProps) {
  const build = useSim((state) => state.build);
  return (
    <Dialog open onClose={onClose} title={t("What is real, what is modelled")}>
      <div className={css.prose}>
        <h3>{t("Real")}</h3>
        <Facts facts={REAL} />
        <h3>{t("Modelled")}</h3>
        <Facts facts={MODELLED} />
        <Button onClick={() => openDialog("fidelity")}>
          {t("Published figures beside ours…")}
        </Button>
        {build !== null && (
          <>
            <h3>{t("This build")}</h3>
            <Facts
              facts={[
                ["Raft Atlas", build.version],
                ["raft-rs", t("{raft}, unmodified", { raft: build.raft })],
                [t("Profile"), build.profile],
              ]}
            />
          </>
        )}
        <p>
          {t("Raft Atlas is under the Apache License 2.0 and contains the work of others.")}{" "}
          <a href="notices.txt" target="_blank" rel="noopener">
            {t("Licences of all that is in it")}
          </a>
        </p>
      </div>
    </Dialog>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
