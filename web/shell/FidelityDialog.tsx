/** Published and measured figures beside this engine's, each with the run that shows it. */

import { useEffect, useState } from "react";
import { msg, t, translate } from "@/language/words";
import { sentences } from "@/language/written";
import {
  bySource,
  type FidelityList,
  type FidelityOurs,
  type FidelityRow,
  fetchFidelity,
  type Standing,
} from "@/session/fidelity";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { Segmented } from "@/ui/Segmented";
import css from "./FidelityDialog.module.css";
import { hereWords } from "./fidelityWords";

const PLAIN_RUN = "run";

const STANDINGS: readonly { value: Standing | "all"; label: string }[] = [
  { value: "all", label: msg("All") },
  { value: "measured", label: msg("Measured") },
  { value: "predicted", label: msg("Predicted") },
  { value: "fitted", label: msg("Fitted") },
  { value: "not_modelled", label: msg("Not modelled") },
];

export function FidelityDialog({ onClose }: DialogProps) {
  const [list, setList] = useState<Awaited<ReturnType<typeof fetchFidelity>> | null>(null);
  useEffect(() => {
    let wanted = true;
    void fetchFidelity().then((fetched) => {
      if (wanted) setList(fetched);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return (
    <Dialog open onClose={onClose} title={t("Published figures")} kind="wide">
      {list === null && <p>{t("Reading the list…")}</p>}
      {list !== null && !list.ok && <p role="alert">{list.message}</p>}
      {list?.ok === true && <Figures {...list.value} onClose={onClose} />}
    </Dialog>
  );
}

interface FiguresProps {
  list: FidelityList;
  ours: FidelityOurs;
  onClose: () => void;
}

function Figures({ list, ours, onClose }: FiguresProps) {
  const [standing, setStanding] = useState<Standing | "all">("all");
  const counted = STANDINGS.map(({ value, label }) => {
    const of = value === "all" ? list.rows : list.rows.filter((row) => row.standing === value);
    return { value, label: `${t(label)} (${of.length})` };
  });
  const titles = new Map(list.rows.map((row) => [row.id, row.title]));
  return (
    <div className={css.figures}>
      <p>{translate(list.text)}</p>
      <Segmented
        label={t("Standing")}
        options={counted}
        value={standing}
        onChange={setStanding}
        columns={2}
        small
      />
      {bySource(list, standing).map(({ source, rows }) => (
        <section key={source.id} aria-labelledby={`published-${source.id}`}>
          <h3>
            <cite
              id={`published-${source.id}`}
              lang={translate(source.title) === source.title ? "en" : undefined}
            >
              {translate(source.title)}
            </cite>{" "}
            <span lang="en" className="quiet">{`${source.by}, ${source.year}`}</span>
          </h3>
          <ul className={css.rows}>
            {rows.map((row) => (
              <Figure
                key={row.id}
                row={row}
                here={ours[row.id]}
                titles={titles}
                onClose={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FigureProps {
  row: FidelityRow;
  here: FidelityOurs[string] | undefined;
  titles: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Figure({ row, here, titles, onClose }: FigureProps) {
  const { ours } = row;
  const open = (): void => {
    if (ours === undefined) return;
    // A scenario without variants has one, which is called so in reports alone.
    const variant = ours.variant === PLAIN_RUN ? {} : { variant: ours.variant };
    void sim.open({ kind: "builtin", id: ours.scenario }, { ...variant, play: true, eased: true });
    onClose();
  };
  return (
    <li className={css.row}>
      <div className="grid-1">
        <h4>{translate(row.title)}</h4>
        <p className="quiet">{translate(row.text)}</p>
      </div>
      <dl className="grid-1">
        <div>
          <dt className="quiet">
            {row.standing === "measured" ? t("On a real cluster") : t("Published")}
          </dt>
          <dd>{row.published === undefined ? t("not listed") : translate(row.published.text)}</dd>
        </div>
        {here !== undefined && (
          <div>
            <dt className="quiet">{t("Here")}</dt>
            <dd>{hereWords(row, here)}</dd>
          </div>
        )}
        <div>
          <dt className="quiet">{standingWords(row)}</dt>
          <dd>
            {reasonWords(row, titles)}
            {row.measured !== undefined && (
              <>
                {" "}
                <a href={`./real/${row.measured.result}`}>{t("The result")}</a>
              </>
            )}
          </dd>
        </div>
      </dl>
      {ours !== undefined && (
        <Button
          onClick={open}
          aria-label={t("Run {scenario} {variant}: {title}", {
            scenario: ours.scenario,
            variant: ours.variant,
            title: translate(row.title),
          })}
        >
          {t("Run it")}
        </Button>
      )}
    </li>
  );
}

function standingWords({ standing }: FidelityRow): string {
  const known = STANDINGS.find(({ value }) => value === standing);
  return known === undefined ? standing : t(known.label);
}

/** What stands behind a standing: the band that each build is held to, the parameter, the reason. */
function reasonWords(row: FidelityRow, titles: ReadonlyMap<string, string>): string {
  if (row.standing === "not_modelled") return translate(row.why ?? "");
  const fitted = row.fitted.map(({ parameter, to }) =>
    t("{parameter} was chosen to hit “{title}”.", {
      parameter: translate(parameter),
      title: translate(titles.get(to) ?? to),
    }),
  );
  const { band } = row;
  if (band === undefined)
    return sentences(fitted) || t("Nothing was published to compare it with.");
  const ends = { at_least: band.at_least, at_most: band.at_most };
  if (row.standing === "measured") {
    const held = t("Each build is held to {at_least} to {at_most} times the measured.", ends);
    return sentences([...(row.why === undefined ? [] : [translate(row.why)]), held]);
  }
  const held = t("Each build is held to {at_least} to {at_most} times the published.", ends);
  return sentences([...fitted, held]);
}
