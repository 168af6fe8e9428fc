/**
 * Opens what a link or a file carries; whatever cannot be as it was shared is told. A session of
 * the person's own is kept until they agree to replace it.
 */

import type { Opened, Reply, RunSpec } from "@/engine/messages";
import type { Action, Target } from "@/engine/types";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { readShareFile } from "@/model/share/file";
import { readFragment } from "@/model/share/link";
import { Problems, type ReadShare, type Share } from "@/model/share/share";
import { stampOf } from "@/model/stamp";
import { keyTarget } from "@/model/targets";
import { withoutStop } from "@/model/text";
import { formatInstant } from "@/model/units";
import type { Controller } from "../controller";
import type { SessionStorage } from "../keep/storage";
import type { PageStore } from "../pageStore";
import type { LessonPort } from "../ports";
import { textOf } from "../scenarios";
import { type Bookmark, runKey, type ScenarioSource } from "../session";
import type { SimState } from "../simState";
import type { SimStore } from "../simStore";
import { linkedViews } from "./views";

export interface SharingDeps {
  controller: Pick<Controller, "begin" | "travel" | "setSpeed" | "setRange" | "select" | "leave">;
  run: SimStore;
  page: PageStore;
  storage: SessionStorage;
  lessons: Pick<LessonPort, "resume" | "leave">;
  fetchScenario?: (id: string) => Promise<Fetched<string>>;
}

/** False when nothing was opened: what stood stands on. */
export async function openFragment(deps: SharingDeps, fragment: string): Promise<boolean> {
  return open(deps, "link", await readFragment(fragment));
}

export function openShareFile(deps: SharingDeps, text: string): Promise<boolean> {
  return open(deps, "file", readShareFile(text));
}

async function open(deps: SharingDeps, what: "link" | "file", read: ReadShare): Promise<boolean> {
  const problems = new Problems();
  for (const { where, found, instead } of read.problems) problems.add(where, found, instead);
  const opened = read.share !== null && (await new Opening(deps, read.share, problems).run());
  if (problems.list.length > 0) {
    deps.page.reportLink({ what, opened, problems: problems.list });
  }
  return opened;
}

class Opening {
  private readonly deps: SharingDeps;
  private readonly share: Share;
  private readonly problems: Problems;
  private readonly source: ScenarioSource;

  constructor(deps: SharingDeps, share: Share, problems: Problems) {
    this.deps = deps;
    this.share = share;
    this.problems = problems;
    this.source = sourceOf(share);
  }

  async run(): Promise<boolean> {
    const { page, controller } = this.deps;
    const text = await textOf(this.source, this.deps.fetchScenario);
    if (!text.ok) return this.nothing(text.message);
    this.checkStamp(text.value);
    const before = page.getState();
    const hasOwn = await this.keepOwn(before.ownSessionParked);
    page.setOwnSessionParked(hasOwn);
    const reply = await this.begin(text.value);
    if (reply.type !== "opened") {
      page.setOwnSessionParked(before.ownSessionParked);
      return this.nothing(reply.type === "refused" ? reply.message : t("The engine stopped."));
    }
    const wasLearning = before.lesson !== null;
    if (wasLearning) await this.deps.lessons.leave();
    const actions = this.taken(reply);
    await this.toInstant();
    if (this.isLeft) return true;
    await this.showWhat();
    const done =
      actions === 0
        ? ""
        : t(", {n, plural, one {# action} other {# actions}} replayed", { n: actions });
    const at = formatInstant(this.state.frame?.now_us ?? 0);
    const isClosed = wasLearning && page.getState().lesson === null;
    const lesson = isClosed ? ` ${t("The lesson is closed; it goes on where you left it.")}` : "";
    page.notify(t("The shared run stands at {at}{done}.", { at, done }) + lesson);
    if (!hasOwn) controller.leave();
    return true;
  }

  private get state(): SimState {
    return this.deps.run.getState();
  }

  /** Whether somebody opened something else meanwhile. */
  private get isLeft(): boolean {
    return this.state.session?.source !== this.source;
  }

  private nothing(found: string): false {
    this.problems.add("scenario", ended(found), t("Nothing was opened."));
    return false;
  }

  private checkStamp(text: string): void {
    const { scenario } = this.share;
    if (scenario.kind !== "builtin" || scenario.stamp === "") return;
    if (stampOf(text) === scenario.stamp) return;
    const found = t("The scenario “{id}” was changed since this was shared.", { id: scenario.id });
    this.problems.add("stamp", found, t("It was opened as it is now; the run may differ."));
  }

  /** Whether there is a session that must not be lost; it is in storage then. */
  private async keepOwn(ownSessionParked: boolean): Promise<boolean> {
    if (ownSessionParked) return true;
    if (this.state.session !== null) {
      this.deps.controller.leave();
      return true;
    }
    return (await this.deps.storage.load()).kind === "session";
  }

  private async begin(scenario: string): Promise<Reply> {
    const { source } = this;
    const { variant, seed, actions, furthest_us } = this.share;
    const spec: RunSpec = {
      scenario,
      variant,
      seed: seed ?? undefined,
      actions: actions.map(({ at_us, action }) => ({ at_us, action: action as Action, text: "" })),
      until_us: 0,
      furthest_us,
      lenient: true,
    };
    const complete = (): void => this.complete();
    const reply = await this.deps.controller.begin(source, spec, complete);
    if (reply.type !== "refused" || variant === "") return reply;
    const first = { ...spec, variant: "" };
    const second = await this.deps.controller.begin(source, first, complete);
    if (second.type === "opened") {
      this.problems.add(
        "variant",
        ended(reply.message),
        t("The scenario’s first variant was taken."),
      );
    }
    return second;
  }

  private taken({ admitted }: Opened): number {
    for (const { index, message } of admitted?.refused ?? []) {
      const { action, at_us } = this.share.actions[index] ?? { action: { do: "" }, at_us: 0 };
      const where = t("action {number}, {action} at {at}", {
        number: index + 1,
        action: action.do,
        at: formatInstant(at_us),
      });
      this.problems.add(where, ended(message), t("It was left out."));
    }
    return admitted?.actions.length ?? 0;
  }

  /** What belongs to the run beside its log, as soon as it stands. */
  private complete(): void {
    const { controller, run, page } = this.deps;
    const { session, world } = this.state;
    if (session === null || world === null) return;
    run.setPlaying(false);
    controller.setSpeed(world.speed);
    const bookmarks: Bookmark[] = this.share.bookmarks.map(({ us, name, note }, i) => ({
      id: i + 1,
      name: name || t("Bookmark {id}", { id: i + 1 }),
      us,
      note,
      branch: session.current,
    }));
    page.setSharedRunKey(runKey(session));
    run.note({ bookmarks, expects: this.share.expects });
    run.knownUntil(this.share.furthest_us);
  }

  /** In pieces, with pictures: a long way neither hangs the page nor hides what it does. */
  private async toInstant(): Promise<void> {
    const { travel } = this.deps.controller;
    const { at_us, event, digest } = this.share;
    if (at_us >= FAR_US) {
      const offer = { label: t("Stop here"), take: () => travel.stop() };
      this.deps.page.notify(
        t("Going to {at}, as it was shared…", { at: formatInstant(at_us) }),
        false,
        offer,
      );
    }
    await travel.to({ us: at_us });
    if (this.isLeft || this.state.frame?.now_us !== at_us) return;
    const events = this.state.frame?.events ?? 0;
    if (event !== null && events > event) {
      await travel.to({ event });
      if (this.state.frame?.now_us !== at_us) await travel.to({ us: at_us });
    }
    const { frame } = this.state;
    // Who goes elsewhere meanwhile is not told about an instant that they did not wait for.
    if (frame === null || frame.now_us !== at_us || digest === "") return;
    if (frame.digest.startsWith(digest)) return;
    const found = t(
      "At {at} the digest of this run begins with {own}, that of the shared one with {shared}.",
      { at: formatInstant(at_us), own: frame.digest.slice(0, digest.length), shared: digest },
    );
    const instead = t("What you see is this run: it is not the one that was shared.");
    this.problems.add("digest", found, instead);
  }

  private async showWhat(): Promise<void> {
    const { controller, page } = this.deps;
    const { range, view, select, lesson } = this.share;
    if (range !== null) {
      const isThere = this.state.world?.ranges.some(({ id }) => id === range) === true;
      if (isThere) controller.setRange(range);
      else
        this.problems.add(
          "range",
          t("There is no range {range}.", { range }),
          t("The first one is shown."),
        );
    }
    const target = this.targetOf(select);
    if (target !== null) controller.select(target);
    if (view !== "" && !linkedViews().includes(view)) {
      const found = t("There is no view “{view}”; one of {known} was expected.", {
        view,
        known: linkedViews().join(t(", ")),
      });
      this.problems.add("view", found, t("The view stays as it is."));
    } else if (view !== "") {
      page.showView(view);
    }
    // On a narrow screen a sheet would leave little of the map, which is what a link is to show.
    page.showSheet("shut");
    if (lesson === null) return;
    const { id, step } = lesson;
    if (await this.deps.lessons.resume({ id, step })) return;
    const found = t("There is no lesson “{id}” with a step “{step}”.", { id, step });
    this.problems.add("lesson", found, t("The run was opened without it."));
  }

  private targetOf(select: string): Target | null {
    const { world } = this.state;
    const target = keyTarget(select);
    if (target === null || world === null) return null;
    const nodes =
      "node" in target ? [target.node] : "replica" in target ? [target.replica.node] : [];
    const zones = "link" in target ? [target.link.from, target.link.to] : [];
    const isThere =
      nodes.every((node) => node < world.nodes.length) &&
      zones.every((zone) => zone < world.zones.length);
    if (isThere) return target;
    this.problems.add(
      "select",
      t("There is no “{select}” here.", { select }),
      t("Nothing was selected."),
    );
    return null;
  }
}

/** The engine's reasons end without a full stop. */
function ended(text: string): string {
  return t("{said}.", { said: withoutStop(text) });
}

/** From here on the way is long enough to be told, and to be given up. */
const FAR_US = 60_000_000;

function sourceOf({ scenario }: Share): ScenarioSource {
  if (scenario.kind === "builtin") return { kind: "builtin", id: scenario.id };
  return { kind: "file", name: scenario.name || "shared.json", text: scenario.text };
}
