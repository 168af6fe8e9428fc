/** What a second run beside this one differs in: a branch, a variant, or one setting. */

import type { ReactNode } from "react";
import type { Settings, SwitchInfo } from "@/engine/types";
import { t, translate } from "@/language/words";
import { isOff, lacksDriver } from "@/model/switches";
import { formatInstant } from "@/model/units";
import { branchName } from "@/session/branches";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { Row, Rows } from "@/ui/Rows";
import css from "./OpenDialog.module.css";

export function BesideDialog({ onClose }: DialogProps) {
  return (
    <Dialog open onClose={onClose} title={t("Compare runs")} kind="wide">
      <div className={css.chooser}>
        <p>
          {t(
            "A second run with the same seed, load and faults runs next to this one, and every action applies to both. Choose the one thing that differs from its start.",
          )}
        </p>
        <Rows>
          <Branches onClose={onClose} />
          <Variants onClose={onClose} />
          <ReadModes onClose={onClose} />
          <Switches onClose={onClose} />
        </Rows>
      </div>
    </Dialog>
  );
}

function Branches({ onClose }: DialogProps) {
  const branches = useSim((state) => state.session?.branches ?? []);
  const current = useSim((state) => state.session?.current);
  return branches
    .filter(({ id }) => id !== current)
    .map((branch) => (
      <Offer
        key={branch.id}
        title={t("Branch “{branch}”", { branch: branchName(branch) })}
        text={t("Branched at {fork}. Actions from now on apply to both.", {
          fork: formatInstant(branch.fork_us),
        })}
        start={() => {
          onClose();
          void sim.startBeside({ kind: "branch", id: branch.id });
        }}
      />
    ));
}

function Variants({ onClose }: DialogProps) {
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.world?.variant ?? "");
  return variants
    .filter(({ id }) => id !== variant)
    .map(({ id, title, text }) => (
      <Offer
        key={id}
        title={t("Variant “{title}”", { title: translate(title) })}
        text={translate(text)}
        start={() => {
          onClose();
          void sim.startBeside({ kind: "variant", variant: id });
        }}
      />
    ));
}

function ReadModes({ onClose }: DialogProps) {
  const modes = useSim((state) => state.world?.read_modes ?? []);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  return modes
    .filter(({ id }) => id !== mode)
    .map(({ id, label, promise }) => (
      <Offer
        key={id}
        title={t("Reads: {label}", { label: translate(label) })}
        text={
          <>
            <b>{t("Promise:")}</b> {translate(promise)}
          </>
        }
        start={() => {
          onClose();
          void sim.startBeside({ kind: "setting", key: "read_mode", value: id });
        }}
      />
    ));
}

/** What the scenario has nobody for is not offered, nor what the mode of its reads does not go by. */
function Switches({ onClose }: DialogProps) {
  const world = useSim((state) => state.world);
  const settings = useSim((state) => state.frame?.settings);
  if (world === null || settings === undefined) return null;
  const goesBy = ({ group }: SwitchInfo): boolean => {
    const modes = world.read_modes.filter(({ switches }) => switches === group);
    return modes.length === 0 || modes.some(({ id }) => id === settings.read_mode);
  };
  const does = (info: SwitchInfo): boolean =>
    info.group !== "reads" &&
    !lacksDriver(info, world) &&
    (info.needs === null || !isOff(settings[info.needs]));
  return world.switches
    .filter((info) => does(info) && goesBy(info))
    .flatMap((info) =>
      offersOf(info, settings).map(({ value, title, text }) => (
        <Offer
          key={`${info.key} ${value}`}
          title={title}
          text={text}
          start={() => {
            onClose();
            void sim.startBeside({ kind: "setting", key: info.key, value });
          }}
        />
      )),
    );
}

function offersOf(info: SwitchInfo, settings: Settings) {
  const { label, values } = info;
  const now = settings[info.key];
  if (info.control === "choice") {
    const others = values.filter(({ id }) => id !== now);
    return others.map(({ id, label: word, text }) => ({
      value: id,
      title: t("{label}: {value}", { label: translate(label), value: translate(word) }),
      text: translate(text),
    }));
  }
  if (info.control !== "toggle" && info.control !== "zones") return [];
  const value = isOff(now);
  const text = value ? info.text : info.off;
  const title = value
    ? t("{label}: on", { label: translate(label) })
    : t("{label}: off", { label: translate(label) });
  return [{ value, title, text: translate(text) }];
}

function Offer({ title, text, start }: { title: string; text: ReactNode; start: () => void }) {
  return (
    <Row
      verbs={
        <Button aria-label={t("Compare: {title}", { title })} onClick={start}>
          {t("Compare")}
        </Button>
      }
    >
      <h3>{title}</h3>
      <p>{text}</p>
    </Row>
  );
}
