//! A shell script of `tc netem`. It is run on every machine with the id of its node, at one
//! instant; at each change it builds that machine's rules anew.

use std::fmt::Write;

use model::fault::FaultKind;
use sim::Micros;

use super::{Fault, Script, percent};

/// What the script does, before its steps.
const HEAD: &str = r#"set -eu
NODE=${1:?the id of the node on this machine}
ADDRESSES=${2:?a file with a line of id and address for each node}
DEV=${DEV:-eth0}
START=$(date +%s.%N)

address() { awk -v node="$1" '$1 == node { print $2 }' "$ADDRESSES"; }
until_s() {
  now=$(date +%s.%N)
  rest=$(awk -v start="$START" -v at="$1" -v now="$now" 'BEGIN { printf "%.6f", start + at - now }')
  case "$rest" in -*) ;; *) sleep "$rest" ;; esac
}
clear() {
  tc qdisc del dev "$DEV" root 2>/dev/null || true
  number=1
}
# Senders, receivers, what netem does to packets between them.
impair() {
  case " $1 " in *" $NODE "*) ;; *) return 0 ;; esac
  if [ "$number" -eq 1 ]; then
    tc qdisc add dev "$DEV" root handle 1: htb default 1
    tc class add dev "$DEV" parent 1: classid 1:1 htb rate 100gbit
  fi
  number=$((number + 1))
  class=$(printf '1:%x' "$number")
  tc class add dev "$DEV" parent 1: classid "$class" htb rate 100gbit
  # shellcheck disable=SC2086
  tc qdisc add dev "$DEV" parent "$class" netem limit 100000 $3
  for peer in $2; do
    [ "$peer" = "$NODE" ] && continue
    ip=$(address "$peer")
    [ -n "$ip" ] || { echo "$ADDRESSES: found no address of $peer" >&2; exit 1; }
    tc filter add dev "$DEV" parent 1: protocol ip prio 1 u32 match ip dst "$ip/32" flowid "$class"
  done
}
trap clear EXIT
"#;

pub(super) fn write(script: &mut Script<'_>) -> String {
    let mut text = format!(
        "#!/bin/sh\n# Faults of {:?}.\n# As root on every machine, at one instant: sh faults.sh \
         NODE ADDRESSES\n{HEAD}",
        script.title
    );
    let mut kept = Vec::new();
    for fault in script.faults.clone() {
        match fault.key.kind() {
            FaultKind::Crash | FaultKind::Pause => {
                script.leave_out(&fault, "tc stops no process");
            }
            FaultKind::Cut | FaultKind::Isolate | FaultKind::Degrade => {
                if fault.how.vanish.ppm > 0 {
                    script.leave_out(&fault, "vanish: below TCP only packets are lost");
                }
                kept.extend(netem(&fault).map(|words| (fault, words)));
            }
        }
    }
    let mut instants: Vec<Micros> = kept
        .iter()
        .flat_map(|(fault, _)| [fault.from_us, fault.until_us])
        .collect();
    instants.sort_unstable();
    instants.dedup();
    let mut overlaps = false;
    for at_us in instants {
        let _ = writeln!(
            text,
            "\nuntil_s {}.{:06}\nclear",
            at_us / 1_000_000,
            at_us % 1_000_000
        );
        let stands = |fault: &Fault| fault.from_us <= at_us && at_us < fault.until_us;
        // What cuts comes first: of two rules for one pair the first counts.
        let mut standing: Vec<_> = kept.iter().filter(|(fault, _)| stands(fault)).collect();
        standing.sort_by_key(|(fault, _)| !fault.key.kind().blocks());
        overlaps |= standing.len() > 1;
        for (fault, words) in standing {
            let _ = writeln!(text, "# {}", fault.id);
            for (senders, receivers) in script.pairs(fault) {
                let (senders, receivers) = (senders.join(" "), receivers.join(" "));
                let _ = writeln!(text, "impair '{senders}' '{receivers}' '{words}'");
            }
        }
    }
    if overlaps {
        let told = "where two faults meet one pair of nodes, tc takes the first and adds nothing";
        script.left_out.push(told.to_string());
    }
    text
}

/// What netem is told; `None` = nothing.
fn netem(fault: &Fault) -> Option<String> {
    if fault.key.kind().blocks() {
        return Some("loss 100%".to_string());
    }
    let how = fault.how;
    let mut words = Vec::new();
    if how.delay_us + how.jitter_us > 0 {
        let (mean, spread) = fault.mean_and_spread_us();
        words.push(if spread > 0 {
            format!("delay {mean}us {spread}us")
        } else {
            format!("delay {mean}us")
        });
    }
    if how.loss.ppm > 0 {
        words.push(format!("loss {}%", percent(how.loss.ppm)));
    }
    if how.bandwidth_bps > 0 {
        words.push(format!("rate {}bit", how.bandwidth_bps));
    }
    (!words.is_empty()).then(|| words.join(" "))
}
