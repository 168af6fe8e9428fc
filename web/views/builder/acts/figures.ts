/** The figures of a report that can be expected of a scenario, by its loads. */

import { t, translate } from "@/language/words";
import { inVariant, variantsOf, workloadsOf } from "@/model/acts/names";
import { documentOf } from "@/model/builder/document";
import { figuresOf, type ReportFigure } from "@/session/expectable";

const MILLISECOND_US = 1_000;

/** In the list's order: the run, then load by load. */
export function figuresIn(text: string, variant: string): ReportFigure[] {
  const read = documentOf(text);
  const workloads = workloadsOf(inVariant(read.ok ? read.value : {}, variant));
  const more = workloads.flatMap((id) => [
    {
      path: `workload.${id}.max_staleness_us`,
      label: t("{id}: oldest answer", { id }),
      unit: "ms",
      scale: MILLISECOND_US,
    },
    { path: `workload.${id}.qps`, label: t("{id}: answered", { id }), unit: "/s", scale: 1 },
  ]);
  return [
    ...figuresOf(workloads),
    ...more,
    { path: "crossings.total", label: t("Messages between zones"), scale: 1 },
    {
      path: "commit.p99_us",
      label: t("Proposal to commit: p99"),
      unit: "ms",
      scale: MILLISECOND_US,
    },
    { path: "usd_payload", label: t("Cost of payload alone"), unit: "$", scale: 1 },
  ];
}

/** As a metric names the runs of a file: its variants, or the one run. */
export function runsIn(text: string): { value: string; label: string }[] {
  const read = documentOf(text);
  const variants = variantsOf(read.ok ? read.value : {});
  if (variants.length === 0) return [{ value: "run", label: t("the run") }];
  return variants.map(({ id, title }) => ({ value: id, label: translate(title) }));
}
