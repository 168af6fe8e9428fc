/** The links of the drawn map; of very many only those that differ have a label. */

import { useMemo } from "react";

import { t } from "@/language/words";
import type { DrawnLink, Network } from "@/model/builder/network";
import type { BuildProblem } from "@/model/builder/part";
import type { Thing } from "@/model/builder/steps";
import { type Path, pathData } from "@/model/map/geometry";
import type { Lanes } from "@/model/map/lanes";
import type { Layout } from "@/model/map/layout";
import { labelPlaces, linesOf } from "@/model/map/linkLabels";
import css from "./builder.module.css";
import type { MapDoings } from "./things";
import { isSame } from "./things";
import { nameOf, thingProps } from "./ZoneArea";

interface LinksProps extends Pick<MapDoings, "choose" | "open"> {
  network: Network;
  layout: Layout;
  lanes: Lanes;
  scale: number;
  chosen: Thing | null;
  stop: string;
  wrongWith: (thing: Thing) => readonly BuildProblem[];
}

/** Zones up to which each link has a label. */
const LABELLED_MAX = 4;

function thingOf({ zones }: Network, { from, to }: DrawnLink): Thing {
  return { kind: "link", from: zones[from]?.id ?? "", to: zones[to]?.id ?? "" };
}

export function LinkLines({ network, lanes, chosen, choose }: LinksProps) {
  return network.links.map((link) => {
    const thing = thingOf(network, link);
    const paths = [lanes.lane(link.from, link.to), lanes.lane(link.to, link.from)];
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the link's button is its label; this widens it for the pointer
      <g
        key={`${link.from} ${link.to}`}
        className={css.road}
        data-own={link.path !== null}
        data-chosen={isSame(chosen, thing)}
        onClick={() => choose(thing)}
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
    const thing = thingOf(network, link);
    const place = labels.places[i];
    const label = labels.labelled[i];
    if (place === undefined || label === undefined) return null;
    if (label.quiet && !isSame(chosen, thing)) return null;
    const [from, to] = [network.zones[link.from]?.id, network.zones[link.to]?.id];
    const said = [label.words.main, link.price].filter(Boolean).join(t(", "));
    const values = { from: from ?? "", to: to ?? "", said };
    return (
      <button
        key={`${link.from} ${link.to}`}
        type="button"
        className={css.linkLabel}
        style={{ left: place.x, top: place.y, width: place.w, height: place.h }}
        {...thingProps(props, thing)}
        data-own={link.path !== null}
        aria-label={nameOf(
          link.path === null
            ? t("Link {from} – {to}, as all links: {said}", values)
            : t("Link {from} – {to}, with values of its own: {said}", values),
          props,
          thing,
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
