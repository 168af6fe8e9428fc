/** The requests of clients: those that are traced at once, every one while the run is recorded. */

import { Suspense, useState } from "react";

import type { RequestView, World } from "@/engine/types";
import { t } from "@/language/words";
import { requestOfTarget } from "@/model/targets";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Boundary } from "@/ui/Boundary";
import { Empty } from "@/ui/Empty";
import { lazily } from "@/ui/lazily";
import { TipArea } from "@/ui/TipArea";
import { FilterBar } from "./FilterBar";
import { type Filters, listed, listedOfView, type Order } from "./listing";
import { type ListProps, RequestTable } from "./RequestTable";
import { requestsAt } from "./recentRequests";
import css from "./requests.module.css";
import { Sampled } from "./Sampled";

/** What needs the record is fetched with it. */
const EveryRequest = lazily(async () => ({
  default: (await import("./EveryRequest")).EveryRequest,
}));
const ChosenRequest = lazily(async () => ({
  default: (await import("./ChosenRequest")).ChosenRequest,
}));

const NO_FILTERS: Filters = { outcome: "all", verdict: "all", sender: "all", interval: null };

export function RequestsView() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [order, setOrder] = useState<Order>("newest");
  const [every, setEvery] = useState(false);
  const { world, frame } = usePaced((s) => ({ world: s.world, frame: s.frame }));
  const { hideVerdicts, selection, interval } = usePage((page) => ({
    hideVerdicts: page.hideVerdicts,
    selection: page.selection,
    interval: page.interval,
  }));
  if (world === null || frame === null) {
    return <Empty>{t("Requests appear here when a scenario runs.")}</Empty>;
  }
  const known = requestsAt(world, frame);
  const chosenId = requestOfTarget(selection) ?? undefined;
  const choose = (id: number) => sim.select(id === chosenId ? null : { request: id });
  // Who chooses by a verdict learns it.
  const passing: Filters = { ...filters, ...(hideVerdicts ? { verdict: "all" } : {}), interval };
  const judged = !hideVerdicts;
  const bar = { world, filters: passing, setFilters, judged, order, setOrder, every, setEvery };
  const list = {
    world,
    filters: passing,
    order,
    chosenId,
    onChoose: choose,
    onPoint: (id: number | null) => sim.hover(id === null ? null : { request: id }),
    onOrder: setOrder,
  };
  return (
    <TipArea className={css.view} side="top">
      <div className={css.list}>
        <Sampled world={world} />
        {every ? (
          <Boundary name={t("The list of requests")}>
            <Suspense fallback={<FilterBar {...bar} note={t("Recording…")} />}>
              <EveryRequest bar={bar} list={list} />
            </Suspense>
          </Boundary>
        ) : (
          <Traced bar={bar} list={list} known={known} />
        )}
      </div>
      {chosenId !== undefined && (
        <Boundary name={t("The waterfall")}>
          <Suspense fallback={null}>
            <ChosenRequest
              key={chosenId}
              id={chosenId}
              world={world}
              known={known.find((request) => request.id === chosenId)}
            />
          </Suspense>
        </Boundary>
      )}
    </TipArea>
  );
}

interface TracedProps {
  bar: Omit<Parameters<typeof FilterBar>[0], "note">;
  list: ListProps;
  known: readonly RequestView[];
}

/** The newest of each sender, as the engine traces them anyway. */
function Traced({ bar, list, known }: TracedProps) {
  const { filters, order, ...table } = list;
  const playing = usePaced((state) => state.playing);
  const shown = listed(known.map(listedOfView), filters, order);
  const views = new Map(known.map((request) => [request.id, request]));
  return (
    <>
      <FilterBar {...bar} note={countText(shown.length, known.length)} />
      {shown.length === 0 ? (
        <Empty>{emptyText(known, list.world, playing)}</Empty>
      ) : (
        <RequestTable
          {...table}
          order={order}
          requests={shown}
          viewOf={({ id }) => views.get(id)}
        />
      )}
    </>
  );
}

function countText(shown: number, known: number): string {
  return shown === known
    ? t("{known} recent", { known })
    : t("{shown} of {known} recent", { shown, known });
}

function emptyText(known: readonly RequestView[], world: World, playing: boolean): string {
  if (known.length > 0) return t("No recent request passes the filters.");
  if (world.workloads.length === 0) {
    return t("No request yet. Send a get or a put from a gateway.");
  }
  return playing
    ? t("No request yet. Clients have not started: wait, or send a get or a put from a gateway.")
    : t("No request yet. Play, or send a get or a put from a gateway.");
}
