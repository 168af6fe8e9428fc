/** The parts of a scenario that the builder edits beside the map, in their order. */

import type { ComponentType } from "react";

import { msg, t, translate } from "@/language/words";
import { changed } from "@/model/builder/document";
import { keyLabel } from "@/model/builder/fields";
import { fieldsOf, itemsOf, networkOf, textOf, valueAt } from "@/model/builder/network";
import { type BuildPart, pathText, problemsIn } from "@/model/builder/part";
import { freeId } from "@/model/builder/references";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import { Expectations } from "./acts/Expectations";
import { Timeline } from "./acts/Timeline";
import css from "./builder.module.css";
import { useBuilding, useSetter } from "./context";
import { problemCount } from "./drawnTargets";
import { FieldControl } from "./FieldControl";
import { Loads } from "./Loads";
import { ObjectForm } from "./ObjectForm";

interface PartEntry {
  title: string;
  covers: readonly string[];
  part: ComponentType<BuildPart>;
}

/** Said of the scenario as a whole. */
export const WHOLE = ["title", "text", "duration", "seed", "speed", "measure_from", "record"];

export const PARTS: readonly PartEntry[] = [
  { title: msg("Scenario"), covers: WHOLE, part: () => <WholeForm only={WHOLE} /> },
  {
    title: msg("All links, and the rest of the network"),
    covers: ["topology"],
    part: NetworkForms,
  },
  { title: msg("Data"), covers: ["data"], part: DataForm },
  { title: msg("Load"), covers: ["workload"], part: Loads },
  { title: msg("Settings"), covers: ["settings"], part: SettingsForm },
  {
    title: msg("Raft, reads, costs, placement"),
    covers: ["raft", "reads", "costs", "schedule"],
    part: DetailForms,
  },
  { title: msg("Actions"), covers: ["actions"], part: Timeline },
  { title: msg("Expectations"), covers: ["expect"], part: Expectations },
  { title: msg("Variants"), covers: ["variants"], part: Variants },
];

/** Nothing to edit: what kind of file it is. */
const COMMON = ["$schema", "format"];

export function uncovered(value: object): string[] {
  const covered = new Set([...COMMON, ...PARTS.flatMap(({ covers }) => covers)]);
  return Object.keys(value).filter((key) => !covered.has(key));
}

function Variants() {
  const { text, value, change, problems, onText } = useBuilding();
  const set = useSetter();
  const variants = fieldsOf(fieldsOf(value).variants);
  const names = Object.keys(variants);
  const add = (): void => {
    const name = freeId("variant", new Set(names));
    const next = changed(text, ["variants", name], { title: name, text: "", settings: {} });
    change(next, t("Variant {name} was added.", { name }));
  };
  return (
    <div className="grid">
      {names.map((name) => {
        const path = ["variants", name];
        const title = textOf(fieldsOf(variants[name]).title);
        const wrong = problemsIn(problems, path);
        return (
          <Fold
            key={name}
            title={name}
            note={wrong.length === 0 ? translate(title) : problemCount(wrong.length)}
            open={wrong.length > 0}
            later
          >
            <FieldControl
              field={{
                key: t("what it changes"),
                about: t("A merge patch over the scenario, as JSON."),
                required: true,
                fallback: "",
                control: { kind: "json" },
              }}
              value={variants[name]}
              problems={wrong}
              onEnter={(entered) => set(path, entered, t("Variant {name} was changed.", { name }))}
            />
            <div className={css.verbs}>
              <Button
                small
                kind="danger"
                onClick={() => set(path, undefined, t("Variant {name} was removed.", { name }))}
              >
                {t("Remove variant {name}", { name })}
              </Button>
              <Button small kind="quiet" onClick={() => onText(pathText(path))}>
                {t("Show in the text")}
              </Button>
            </div>
          </Fold>
        );
      })}
      <div className={css.verbs}>
        <Button small onClick={add}>
          {t("Add variant")}
        </Button>
      </div>
    </div>
  );
}

function WholeForm({ only }: { only: readonly string[] }) {
  const first = ["title", "text", "duration", "seed", "speed"];
  return <ObjectForm path={[]} first={first} only={only} called={t("the scenario")} />;
}

const DRAWN = ["zones", "stores", "gateways", "links"];

function NetworkForms() {
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

function DataForm() {
  return <ObjectForm path={["data"]} first={DATA} called={t("data")} />;
}

const SETTINGS = ["read_mode", "timestamps", "safe_time", "follower_replication"];

function SettingsForm() {
  return <ObjectForm path={["settings"]} first={SETTINGS} called={t("settings")} />;
}

/** As they are called where something of them was changed. */
const DETAILS = {
  raft: msg("raft"),
  reads: msg("reads"),
  costs: msg("costs"),
  schedule: msg("schedule"),
};

function DetailForms() {
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
