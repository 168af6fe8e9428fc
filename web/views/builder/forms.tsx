/** The parts of a scenario that are forms and nothing else. Must not know the map. */

import { msg, t } from "@/language/words";
import { keyLabel } from "@/model/builder/fields";
import { fieldsOf, itemsOf, networkOf, valueAt } from "@/model/builder/network";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import css from "./builder.module.css";
import { useBuilding } from "./context";
import { ObjectForm } from "./ObjectForm";

export function WholeForm({ only }: { only: readonly string[] }) {
  const first = ["title", "text", "duration", "seed", "speed"];
  return <ObjectForm path={[]} first={first} only={only} called={t("the scenario")} />;
}

const DRAWN = ["zones", "stores", "gateways", "links"];

export function NetworkForms() {
  const { value } = useBuilding();
  const network = networkOf(value);
  const zones = network.zones.map(({ id }) => id);
  return (
    <div className="grid">
      <ObjectForm
        path={["topology", "links"]}
        first={["cross_zone", "same_zone", "prices"]}
        without={["between"]}
        called={t("links")}
      />
      <Undrawn drawn={network.links.filter(({ path }) => path !== null).length} />
      <ObjectForm
        path={["topology"]}
        first={["pd", "clocks", "balancers", "hosts"]}
        without={DRAWN}
        names={{ zone: zones }}
        called={t("the network")}
      />
    </div>
  );
}

/** Links inside a zone, or of a zone that is not there, have no place on the map. */
function Undrawn({ drawn }: { drawn: number }) {
  const { value, onText } = useBuilding();
  const more = itemsOf(valueAt(value, ["topology", "links", "between"])).length - drawn;
  if (more <= 0) return null;
  return (
    <div className={css.verbs}>
      <span>{t("{n, plural, one {# link} other {# links}} not drawn", { n: more })}</span>
      <Button small kind="quiet" onClick={() => onText("topology.links.between")}>
        {t("Show all in the text")}
      </Button>
    </div>
  );
}

const DATA = ["ranges", "replicas", "rows", "row_bytes", "leaders", "stores"];

export function DataForm() {
  return <ObjectForm path={["data"]} first={DATA} called={t("data")} />;
}

const SETTINGS = ["read_mode", "timestamps", "safe_time", "follower_replication"];

export function SettingsForm() {
  return <ObjectForm path={["settings"]} first={SETTINGS} called={t("settings")} />;
}

/** As they are called where something of them was changed. */
const DETAILS = {
  raft: msg("raft"),
  reads: msg("reads"),
  costs: msg("costs"),
  schedule: msg("schedule"),
};

export function DetailForms() {
  const { value } = useBuilding();
  return Object.entries(DETAILS).map(([key, called]) => {
    const count = Object.keys(fieldsOf(valueAt(value, [key]))).length;
    return (
      <Fold
        key={key}
        title={keyLabel(key)}
        note={count === 0 ? "" : t("{n} set", { n: count })}
        later
      >
        <ObjectForm path={[key]} first={[]} called={t(called)} />
      </Fold>
    );
  });
}
