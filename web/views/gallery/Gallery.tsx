/**
 * All scenarios as cards: the picture of each, its title and what it comes to, by the question that it
 * answers. On a page of its own a card is a link; within the page it opens in place. Must not know
 * what runs a scenario.
 */

import { useId, useState } from "react";
import { t, told } from "@/language/words";
import { TextField } from "@/ui/Fields";
import { type Entry, found, type Group, grouped } from "./finding";
import { GalleryCard, type GalleryWays } from "./GalleryCard";
import css from "./gallery.module.css";
import { CHIP_OF, CHIPS, type Chip } from "./questions";

interface GalleryProps extends GalleryWays {
  /** Of the questions, beneath what stands over the gallery. */
  heading: "h2" | "h3";
  entries: readonly Entry[];
  seen: ReadonlySet<string>;
}

export function Gallery({ entries, ...rest }: GalleryProps) {
  const [typed, setTyped] = useState("");
  const [chip, setChip] = useState<Chip | null>(null);
  const ofChip = entries.filter(({ listed }) => chip === null || CHIP_OF[listed.question] === chip);
  const fitting = found(ofChip, typed);
  return (
    <div className={css.gallery}>
      <div className={css.find}>
        <Chips count={entries.length} chosen={chip} onChoose={setChip} />
        <div className={css.search}>
          <TextField type="search" label={t("Find a scenario")} value={typed} onChange={setTyped} />
          <p role="status" className={css.count}>
            {fitting.length === entries.length
              ? t("{n, plural, one {# scenario} other {# scenarios}}", { n: entries.length })
              : t("{done} of {all}", { done: fitting.length, all: entries.length })}
          </p>
        </div>
      </div>
      {fitting.length === 0 && <p>{t("No scenario has all of these words.")}</p>}
      {grouped(fitting).map((group) => (
        <Question key={group.question} group={group} {...rest} />
      ))}
    </div>
  );
}

interface ChipsProps {
  count: number;
  chosen: Chip | null;
  onChoose: (chip: Chip | null) => void;
}

function Chips({ count, chosen, onChoose }: ChipsProps) {
  const chips: [Chip | null, string][] = [
    [null, t("All {n}", { n: count })],
    ...(Object.keys(CHIPS) as Chip[]).map((chip): [Chip, string] => [chip, t(CHIPS[chip])]),
  ];
  return (
    <fieldset className={css.chips}>
      <legend className="sr-only">{t("Questions")}</legend>
      {chips.map(([chip, label]) => (
        <button
          key={chip}
          type="button"
          className={css.chip}
          aria-pressed={chip === chosen}
          onClick={() => onChoose(chip === chosen ? null : chip)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface QuestionProps extends Omit<GalleryProps, "entries"> {
  group: Group;
}

function Question({ group, heading: Heading, seen, ...ways }: QuestionProps) {
  const { question, entries } = group;
  const id = useId();
  return (
    <section className={css.group} aria-labelledby={id}>
      <Heading id={id}>{told(question)}</Heading>
      <ul className={css.cards}>
        {entries.map((entry) => (
          <li key={entry.listed.id}>
            <GalleryCard entry={entry} isSeen={seen.has(entry.listed.id)} {...ways} />
          </li>
        ))}
      </ul>
    </section>
  );
}
