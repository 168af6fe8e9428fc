/** The links of the drawn map; of very many only those that differ have a label. */

import { useMemo } from "react";

import { t } from "@/language/words";
import type { DrawnLink, Network } from "@/model/builder/network";
import type { BuildProblem } from "@/model/builder/part";
import type { DrawnTarget } from "@/model/builder/steps";
import { type Path, pathData } from "@/model/map/geometry";
import type { Layout } from "@/model/map/layout";
import { labelPlaces, linesOf } from "@/model/map/linkLabels";
import type { Lanes } from "@/model/map/linkPaths";
import css from "./builder.module.css";
import type { MapHandlers } from "./drawnTargets";
import { isSame } from "./drawnTargets";
import { nameOf, targetProps } from "./ZoneArea";

interface LinksProps extends Pick<MapHandlers, "choose" | "open"> {
  network: Network;
  layout: Layout;
  lanes: Lanes;
  scale: number;
  chosen: DrawnTarget | null;
  stop: string;
  wrongWith: (target: DrawnTarget) => readonly BuildProblem[];
}

/** Zones up to which each link has a label. */
const LABELLED_MAX = 4;

function linkTarget({ zones }: Network, { from, to }: DrawnLink): DrawnTarget {
  return { kind: "link", from: zones[from]?.id ?? "", to: zones[to]?.id ?? "" };
}

export function LinkLines({ network, lanes, chosen, choose }: LinksProps) {
  return network.links.map((link) => {
    const target = linkTarget(network, link);
    const paths = [lanes.lane(link.from, link.to), lanes.lane(link.to, link.from)];
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the link's button is its label; this widens it for the pointer
      <g
        key={`${link.from} ${link.to}`}
        className={css.road}
        data-own={link.path !== null}
        data-chosen={isSame(chosen, target)}
        onClick={() => choose(target)}
      >
        {paths.map((lane) => lane && <path key={lane.from} d={pathData(lane.path)} />)}
      </g>
    );
  });
}

export function LinkLabels(props: LinksProps) {
  const { network, layout, lanes, scale, chosen } = props;
  const many = network.zones.length > LABELLED_MAX;
  const labels = useMemo(() => {
    const labelled = network.links.map((link) => ({
      there: { path: lanes.lane(link.from, link.to)?.path as Path },
      back: { path: lanes.lane(link.to, link.from)?.path as Path },
      words: wordsOf(link),
      quiet: many && link.path === null,
    }));
    return { labelled, places: labelPlaces(layout, labelled, scale) };
  }, [network, lanes, layout, scale, many]);
  return network.links.map((link, i) => {
    const target = linkTarget(network, link);
    const place = labels.places[i];
    const label = labels.labelled[i];
    if (place === undefined || label === undefined) return null;
    if (label.quiet && !isSame(chosen, target)) return null;
    const [from, to] = [network.zones[link.from]?.id, network.zones[link.to]?.id];
    const said = [label.words.main, link.price].filter(Boolean).join(t(", "));
    const values = { from: from ?? "", to: to ?? "", said };
    return (
      <button
        key={`${link.from} ${link.to}`}
        type="button"
        className={css.linkLabel}
        style={{ left: place.x, top: place.y, width: place.w, height: place.h }}
        {...targetProps(props, target)}
        data-own={link.path !== null}
        aria-label={nameOf(
          link.path === null
            ? t("Link {from} – {to}, as all links: {said}", values)
            : t("Link {from} – {to}, with values of its own: {said}", values),
          props,
          target,
        )}
      >
        {linesOf(label.words, layout.labels).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </button>
    );
  });
}

function wordsOf({ rtt, bandwidth, price }: DrawnLink) {
  // Both ways: the map of the run says the delay of one.
  const short = rtt === "" ? t("default") : `⇄ ${rtt}`;
  const long = rtt === "" ? short : t("{rtt} round trip", { rtt });
  const main = bandwidth === "" ? long : `${long} · ${bandwidth}`;
  // Its second line; the map of the run says there what is wrong.
  return { main, short, rate: bandwidth, trouble: price };
}
