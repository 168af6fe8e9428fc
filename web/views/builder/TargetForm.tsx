/** The form of what is chosen on the map: its name, its values, and taking it away. */

import { useId } from "react";

import { t } from "@/language/words";
import { changed } from "@/model/builder/document";
import { type DrawnNode, fieldsOf, type Network, valueAt } from "@/model/builder/network";
import { type Path, pathText } from "@/model/builder/part";
import { goesAlong } from "@/model/builder/removal";
import { type DrawnTarget, moveNode, pathOf, renamed, type Step } from "@/model/builder/steps";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import fields from "@/ui/Fields.module.css";
import { Section } from "@/ui/Section";
import { useEntered } from "@/ui/useEntered";
import css from "./builder.module.css";
import { useBuilding } from "./context";
import { removeText, titleOf } from "./drawnTargets";
import { ObjectForm } from "./ObjectForm";

interface TargetFormProps {
  target: DrawnTarget;
  network: Network;
  take: (step: Step) => void;
  onChoose: (target: DrawnTarget | null) => void;
  onRemove: (target: DrawnTarget) => void;
}

const FIRST = {
  zone: ["name", "region"],
  store: ["cores", "disk", "fsync", "clock_offset"],
  gateway: ["cores", "read_mode"],
  link: ["rtt", "jitter", "bandwidth", "loss", "usd_per_gb"],
} satisfies Record<string, string[]>;

export function TargetForm(props: TargetFormProps) {
  const { target, network, onChoose, onRemove } = props;
  const { value, onText } = useBuilding();
  const path = pathOf(value, target);
  const along = goesAlong(value, target);
  const title = titleOf(target, network);
  return (
    <Section
      title={title}
      aside={
        <Button small kind="quiet" onClick={() => onChoose(null)}>
          {t("Done")}
        </Button>
      }
    >
      {target.kind === "link" ? <LinkForm {...props} target={target} /> : <Inside {...props} />}
      {path !== null && (
        <div className={css.verbs}>
          <Button small kind="danger" onClick={() => onRemove(target)}>
            {removeText(target, network)}
          </Button>
          <Button small kind="quiet" onClick={() => onText(pathText(path))}>
            {t("Show in the text")}
          </Button>
        </div>
      )}
      <GoesAlong things={along} />
    </Section>
  );
}

export function GoesAlong({ things }: { things: readonly string[] }) {
  if (things.length === 0) return null;
  return <p className="small">{t("With it go: {things}.", { things: things.join(t(", ")) })}</p>;
}

function Inside({ target, network, take, onChoose }: TargetFormProps) {
  const { text, value } = useBuilding();
  const path = pathOf(value, target);
  if (path === null || target.kind === "link") return null;
  const node = network.nodes.find(({ id }) => target.kind === "node" && id === target.id);
  const first = node === undefined || node.kind === "pd" ? FIRST.zone : FIRST[node.kind];
  return (
    <div className="grid">
      {node?.kind !== "pd" && (
        <NameField
          name={target.id}
          onName={(to) => {
            const step = renamed(text, target, to);
            if (step !== null) take(step);
            return step !== null;
          }}
        />
      )}
      {node !== undefined && (
        <ZoneField
          node={node}
          network={network}
          onZone={(zone) => take(moveNode(text, node, zone))}
        />
      )}
      <ObjectForm
        key={path.join(" ")}
        path={path}
        first={first}
        without={["id", "zone"]}
        called={titleOf(target, network)}
      />
      {target.kind === "zone" && <ZoneLinks {...{ network, id: target.id, onChoose }} />}
    </div>
  );
}

interface NameFieldProps {
  name: string;
  /** False: it is taken, or no name. */
  onName: (name: string) => boolean;
}

/** All that names the thing goes with it. */
export function NameField({ name, onName }: NameFieldProps) {
  const id = useId();
  const { text, setText, counts } = useEntered(name, (entered) => {
    if (entered !== name && !onName(entered)) setText(name);
  });
  const isOff = text !== name && !/^[A-Za-z0-9_-]+$/.test(text);
  return (
    <div className={fields.field}>
      <label className="hint" htmlFor={id}>
        {t("Id")}
      </label>
      <input
        id={id}
        className={cx(fields.input, css.entry)}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isOff || undefined}
        onChange={({ target }) => setText(target.value)}
        {...counts}
      />
      {isOff && <p className="bad type-1 breaks">{t("Letters, digits, - and _ only.")}</p>}
    </div>
  );
}

interface ZoneFieldProps {
  node: DrawnNode;
  network: Network;
  onZone: (zone: string) => void;
}

function ZoneField({ node, network, onZone }: ZoneFieldProps) {
  const id = useId();
  const isKnown = network.zones.some((zone) => zone.id === node.zone);
  return (
    <div className={fields.field}>
      <label className="hint" htmlFor={id}>
        {t("Zone")}
      </label>
      <select
        id={id}
        className={cx(fields.input, css.entry)}
        value={node.zone}
        onChange={({ target }) => onZone(target.value)}
      >
        {!isKnown && <option value={node.zone}>{node.zone || t("none")}</option>}
        {network.zones.map((zone) => (
          <option key={zone.id} value={zone.id}>
            {zone.id}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Where there are many zones, not each link has a label on the map. */
function ZoneLinks({
  network: { zones, links },
  id,
  onChoose,
}: Pick<TargetFormProps, "network" | "onChoose"> & { id: string }) {
  const own = links.filter(({ from, to }) => zones[from]?.id === id || zones[to]?.id === id);
  if (own.length === 0) return null;
  return (
    <div className={fields.field}>
      <p className="hint">{t("Links")}</p>
      <div className={css.verbs}>
        {own.map((link) => {
          const from = zones[link.from]?.id ?? "";
          const to = zones[link.to]?.id ?? "";
          const other = from === id ? to : from;
          return (
            <Button
              key={`${from} ${to}`}
              small
              onClick={() => onChoose({ kind: "link", from, to })}
            >
              {link.rtt === ""
                ? t("to {zone}", { zone: other })
                : t("to {zone}, {rtt}", { zone: other, rtt: link.rtt })}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

const BETWEEN: Path = ["topology", "links", "between"];

function LinkForm({
  target,
  network,
}: TargetFormProps & { target: DrawnTarget & { kind: "link" } }) {
  const { text, value } = useBuilding();
  const { from, to } = target;
  const path = pathOf(value, target);
  return (
    <>
      {path === null && (
        <p className="small">
          {t("It is as all links between zones. What is entered here is of this link alone.")}
        </p>
      )}
      <ObjectForm
        key={`${from} ${to}`}
        path={path ?? [...BETWEEN, -1]}
        first={FIRST.link}
        without={["zones"]}
        inherited={fieldsOf(valueAt(value, ["topology", "links", "cross_zone"]))}
        called={titleOf(target, network)}
        begin={(key, entered) =>
          changed(text, [...BETWEEN, -1], { zones: [from, to], [key]: entered })
        }
      />
    </>
  );
}
