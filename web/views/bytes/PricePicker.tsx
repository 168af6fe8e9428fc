/** At which prices: the scenario's, a cloud's list with where its figures stand, or one's own. */

import type { World } from "@/engine/types";
import { msg, t } from "@/language/words";
import type { Prices } from "@/model/traffic";
import { sim } from "@/session/simClient";
import { NumberField, type Option, SelectField } from "@/ui/Fields";
import css from "./money.module.css";
import { PRICE_LISTS, type Source } from "./priceLists";

const USD_PER_GB_MAX = 1000;

function choices(): Option<string>[] {
  return [
    { value: "scenario", label: t("The scenario's") },
    ...PRICE_LISTS.map(({ list, name }) => ({
      value: list,
      label: t("{name}, list prices", { name }),
    })),
    { value: "own", label: t("Custom") },
  ];
}

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
    <section className={css.picker} aria-label={t("Prices")}>
      <SelectField
        label={t("Prices")}
        options={choices()}
        value={prices?.list ?? "scenario"}
        onChange={choose}
      />
      <div className={css.fields}>
        <NumberField
          label={t("Between zones")}
          unit={t("$ per GB")}
          whole={false}
          min={0}
          max={USD_PER_GB_MAX}
          value={shown.zones}
          onChange={(zones) => sim.setPrices({ ...own(shown), zones })}
        />
        <NumberField
          label={t("Between regions")}
          unit={t("$ per GB")}
          whole={false}
          min={0}
          max={USD_PER_GB_MAX}
          value={shown.regions}
          onChange={(regions) => sim.setPrices({ ...own(shown), regions })}
        />
      </div>
      {list === undefined ? (
        <p className={css.source}>{t(prices === null ? SCENARIO_TEXT : OWN_TEXT)}</p>
      ) : (
        <ul className={css.source}>
          {list.sources.map((source) => (
            <li key={source.what}>{sourceText(source)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const SCENARIO_TEXT = msg(
  "As in the scenario's file, link by link; by default $0.02 per GB between zones. Traffic inside a zone is free.",
);
const OWN_TEXT = msg("Your own prices, for every link between zones. They do not change the run.");

function sourceText({ what, text, place, read, secondHand }: Source): string {
  const values = { what: t(what), text: t(text), place: t(place), read };
  return secondHand === true
    ? t("{what}: {text}. Source: {place}, as read in {read}; not checked again since.", values)
    : t("{what}: {text}. Source: {place}, as read in {read}.", values);
}

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
