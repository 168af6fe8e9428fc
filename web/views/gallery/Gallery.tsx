/** All scenarios as cards, by the question that each answers. */

import { useId, useState } from "react";
import { t, translate } from "@/language/words";
import { TextField } from "@/ui/Fields";
import {
  type Entry,
  found,
  foundLessons,
  type Group,
  grouped,
  type LessonEntry,
  questionOf,
} from "./finding";
import { GalleryCard, type GalleryWays, LessonCard } from "./GalleryCard";
import css from "./gallery.module.css";
import { CHIP_OF, CHIPS, type Chip } from "./questions";

interface GalleryProps extends GalleryWays {
  /** Of the questions, beneath what stands over the gallery. */
  heading: "h2" | "h3";
  entries: readonly Entry[];
  /** With a way to each of them. */
  lessons?: readonly LessonEntry[];
  lessonHrefOf?: (id: string) => string;
  seen: ReadonlySet<string>;
}

const NO_LESSONS: readonly LessonEntry[] = [];

export function Gallery({ entries, lessons = NO_LESSONS, ...rest }: GalleryProps) {
  const [typed, setTyped] = useState("");
  const [chip, setChip] = useState<Chip | null>(null);
  const isOf = (question: string) =>
    chip === null || (chip !== "lessons" && CHIP_OF[question] === chip);
  const fitting = found(
    entries.filter(({ listed }) => isOf(listed.question)),
    typed,
  );
  const taught = foundLessons(
    lessons.filter((one) => chip === "lessons" || isOf(questionOf(one, entries))),
    typed,
  );
  const all = entries.length + lessons.length;
  const shown = fitting.length + taught.length;
  return (
    <div className={css.gallery}>
      <div className={css.find}>
        <Chips count={all} hasLessons={lessons.length > 0} chosen={chip} onChoose={setChip} />
        <div className={css.search}>
          <TextField
            type="search"
            label={lessons.length > 0 ? t("Find a scenario or a lesson") : t("Find a scenario")}
            value={typed}
            onChange={setTyped}
          />
          <p role="status" className={css.count}>
            {shown === all && lessons.length === 0
              ? t("{n, plural, one {# scenario} other {# scenarios}}", { n: all })
              : t("{done} of {all}", { done: shown, all })}
          </p>
        </div>
      </div>
      {shown === 0 && (
        <p>
          {lessons.length > 0
            ? t("No scenario and no lesson has all of these words.")
            : t("No scenario has all of these words.")}
        </p>
      )}
      {grouped(fitting, taught, entries).map((group) => (
        <Question key={group.question} group={group} {...rest} />
      ))}
    </div>
  );
}

interface ChipsProps {
  count: number;
  hasLessons: boolean;
  chosen: Chip | null;
  onChoose: (chip: Chip | null) => void;
}

function Chips({ count, hasLessons, chosen, onChoose }: ChipsProps) {
  const named = (Object.keys(CHIPS) as Chip[]).filter((chip) => chip !== "lessons" || hasLessons);
  const chips: [Chip | null, string][] = [
    [null, t("All {n}", { n: count })],
    ...named.map((chip): [Chip, string] => [chip, t(CHIPS[chip])]),
  ];
  return (
    <fieldset className="wrap">
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

interface QuestionProps extends Omit<GalleryProps, "entries" | "lessons"> {
  group: Group;
}

function Question({ group, heading: Heading, seen, lessonHrefOf, ...ways }: QuestionProps) {
  const { question, lessons, entries } = group;
  const id = useId();
  return (
    <section className={css.group} aria-labelledby={id}>
      <Heading id={id}>{translate(question)}</Heading>
      <ul className={css.cards}>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonCard lesson={lesson} href={lessonHrefOf?.(lesson.id) ?? ""} />
          </li>
        ))}
        {entries.map((entry) => (
          <li key={entry.listed.id}>
            <GalleryCard entry={entry} isSeen={seen.has(entry.listed.id)} {...ways} />
          </li>
        ))}
      </ul>
    </section>
  );
}
