/**
 * At which prices: the scenario's, a cloud's list with where its figures stand, or one's own. Must
 * not know what is priced.
 */

import type { World } from "@/engine/types";
import type { Prices } from "@/model/traffic";
import { sim } from "@/session/simClient";
import { NumberField, type Option, SelectField } from "@/ui/Fields";
import css from "./money.module.css";
import { PRICE_LISTS } from "./priceLists";

const USD_PER_GB_MAX = 1000;

const CHOICES: readonly Option<string>[] = [
  { value: "scenario", label: "The scenario's" },
  ...PRICE_LISTS.map(({ list, name }) => ({ value: list, label: `${name}, list prices` })),
  { value: "own", label: "Custom" },
];

interface Props {
  world: World;
  prices: Prices | null;
}

export function PricePicker({ world, prices }: Props) {
  const shown = prices ?? scenarioPrices(world);
  const list = PRICE_LISTS.find((known) => known.list === prices?.list);
  const choose = (value: string): void => {
    if (value === "scenario") sim.setPrices(null);
    else sim.setPrices(PRICE_LISTS.find((known) => known.list === value) ?? own(shown));
  };
  return (
    <section className={css.picker} aria-label="Prices">
      <SelectField
        label="Prices"
        options={CHOICES}
        value={prices?.list ?? "scenario"}
        onChange={choose}
      />
      <div className={css.fields}>
        <NumberField
          label="Between zones"
          unit="$ per GB"
          whole={false}
          min={0}
          max={USD_PER_GB_MAX}
          value={shown.zones}
          onChange={(zones) => sim.setPrices({ ...own(shown), zones })}
        />
        <NumberField
          label="Between regions"
          unit="$ per GB"
          whole={false}
          min={0}
          max={USD_PER_GB_MAX}
          value={shown.regions}
          onChange={(regions) => sim.setPrices({ ...own(shown), regions })}
        />
      </div>
      {list === undefined ? (
        <p className={css.source}>{prices === null ? SCENARIO_TEXT : OWN_TEXT}</p>
      ) : (
        <ul className={css.source}>
          {list.sources.map(({ what, text, place, read, secondHand }) => (
            <li key={what}>
              {what}: {text}. Source: {place}, as read in {read}
              {secondHand === true && "; not checked again since"}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const SCENARIO_TEXT =
  "As in the scenario's file, link by link; by default $0.02 per GB between zones. Traffic inside a zone is free.";
const OWN_TEXT = "Your own prices, for every link between zones. They do not change the run.";

function own({ zones, regions }: Prices): Prices {
  return { list: "own", zones, regions };
}

/** What the scenario asks for between zones and between regions: the first link of each. */
function scenarioPrices({ links, zones }: World): Prices {
  const priced = (isOneRegion: boolean): number | undefined =>
    links.find(
      ({ from, to }) => from !== to && (zones[from]?.region === zones[to]?.region) === isOneRegion,
    )?.usd_per_gb;
  const [near, far] = [priced(true), priced(false)];
  return { list: "scenario", zones: near ?? far ?? 0, regions: far ?? near ?? 0 };
}
