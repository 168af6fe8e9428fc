/** Three folded rows, each with how things stand; what is in them is fetched when one is opened. */

import { type ComponentType, type ReactNode, Suspense } from "react";
import type { World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { isAtRest, titleOf } from "@/model/switches";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Boundary } from "@/ui/Boundary";
import { lazily } from "@/ui/lazily";
import { Fold } from "@/ui/Section";
import { SettingGroup } from "./Setting";
import css from "./story.module.css";

type GroupId = World["switch_groups"][number]["id"];

const InjectAction = lazily(async () => ({
  default: (await import("./InjectAction")).InjectAction,
}));
const Load = lazily(async () => ({ default: (await import("./Load")).Load }));
const ByHand = lazily(async () => ({ default: (await import("./ByHand")).ByHand }));
const Seed = lazily(async () => ({ default: (await import("./Seed")).Seed }));

const COPIES: readonly GroupId[] = ["replication", "wire", "placement"];
const ELECTIONS: readonly GroupId[] = ["lead", "delays"];
/** What lies behind the choice of a read mode. */
const READS: readonly GroupId[] = ["lease", "time", "choice"];

export function ReadsInDetail() {
  return (
    <Row title={t("Reads in detail")} groups={READS}>
      <Groups ids={READS} />
    </Row>
  );
}

export function Rows() {
  const turn = usePage((page) => page.sentTo.turn);
  return (
    <div className={css.rows}>
      <Row
        title={t("Replication and placement")}
        groups={COPIES}
        atRest={t("the leader sends to each")}
      >
        <Groups ids={COPIES} />
      </Row>
      <Breaking turn={turn} />
      <Row
        title={t("Load, clocks and elections")}
        groups={ELECTIONS}
        atRest={t("as the scenario has it")}
      >
        <Part title={t("Client load")} Content={Load} />
        <Part title={t("Send a request")} Content={ByHand} />
        <Groups ids={ELECTIONS} />
        <Part title={t("Chance")} Content={Seed} />
      </Row>
    </div>
  );
}

/** Somebody may be sent to it from elsewhere. */
function Breaking({ turn }: { turn: number }) {
  const broken = useSim((state) => state.frame?.faults.length ?? 0);
  const note =
    broken === 0
      ? t("nothing is broken")
      : t("{n, plural, one {# thing is broken} other {# things are broken}}", { n: broken });
  return (
    <Fold title={t("Break something")} note={note} later turn={turn}>
      <Boundary name={t("Break something")}>
        <Suspense fallback={null}>
          <InjectAction />
        </Suspense>
      </Boundary>
    </Fold>
  );
}

interface RowProps {
  title: string;
  groups: readonly GroupId[];
  /** Where nothing was changed. */
  atRest?: string;
  children: ReactNode;
}

/** With what is not as in a scenario that says nothing about it. */
function Row({ title, groups, atRest = "", children }: RowProps) {
  const world = useSim((state) => state.world);
  const settings = useSim((state) => state.frame?.settings);
  const isAsked = usePage(({ openSwitchGroup }) => groups.some((id) => id === openSwitchGroup));
  if (world === null || settings === undefined) return null;
  const changed = world.switches.filter(
    (info) =>
      groups.includes(info.group) && info.needs === null && !isAtRest(info, settings, world),
  );
  const [first] = changed;
  const note =
    first === undefined
      ? atRest
      : changed.length === 1
        ? titleOf(first, settings[first.key])
        : t("{first} and {n} more", {
            first: titleOf(first, settings[first.key]),
            n: changed.length - 1,
          });
  return (
    <Fold title={title} note={note} open={isAsked} later>
      {children}
    </Fold>
  );
}

function Groups({ ids }: { ids: readonly GroupId[] }) {
  const groups = useSim((state) => state.world?.switch_groups ?? NONE);
  return groups
    .filter(({ id }) => ids.includes(id))
    .map(({ id, label }) => (
      <div key={id} className="grid-3">
        <h3>{translate(label)}</h3>
        <SettingGroup group={id} />
      </div>
    ));
}

const NONE: World["switch_groups"] = [];

function Part({ title, Content }: { title: string; Content: ComponentType }) {
  return (
    <section className="grid-3" aria-label={title}>
      <h3>{title}</h3>
      <Boundary name={title}>
        <Suspense fallback={null}>
          <Content />
        </Suspense>
      </Boundary>
    </section>
  );
}
