/** What a step teaches: a text with figures of this run, and the same figures as published. */

import type { LessonExplain, LessonFigure, LessonSource } from "@/engine/types";
import { t, translate } from "@/language/words";
import { figureText, type Reports, windowsText, withFigures } from "@/model/reportFigures";
import shared from "@/ui/exercise.module.css";
import { Table } from "@/ui/Table";
import css from "./lessons.module.css";
import { Prose } from "./Prose";

interface ExplainProps {
  explanation: LessonExplain;
  sources: readonly LessonSource[];
  /** Null until they were read. */
  reports: Reports | null;
  reportsUs: number;
  /** What was done in the other runs that figures come from; absent: there are none. */
  beside?: string | undefined;
  /** Told apart by this where several stand on one page. */
  name?: string;
}

export function Explain(props: ExplainProps) {
  const { explanation, sources, reports, reportsUs, beside, name = t("Explain") } = props;
  const { text, figures } = explanation;
  const named = sourcesOf(explanation, sources);
  return (
    <section className={shared.part} aria-label={name}>
      <h3 tabIndex={-1} data-part="explain">
        {t("Explain")}
      </h3>
      <Prose sources={sources}>{withFigures(translate(text), reports)}</Prose>
      {figures.length > 0 && (
        <Table
          rows="ruled"
          words
          className={css.figures}
          showsCaption
          caption={reports === null ? t("Reading the run…") : windowsText(reports, reportsUs)}
          heads={[t("Figure"), t("This run"), t("Published")]}
        >
          <tbody>
            {figures.map((figure) => (
              <FigureRow key={figure.label} {...{ figure, sources, reports }} />
            ))}
          </tbody>
        </Table>
      )}
      {beside !== undefined && <p className="hint">{beside}</p>}
      {named.length > 0 && (
        <ul className="hint grid gap-hair" aria-label={t("Sources")}>
          {named.map(({ id, title, by, year }) => (
            <li key={id}>
              [{sources.findIndex((source) => source.id === id) + 1}] {by}: “{title}”
              {year === null ? "" : `, ${year}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FigureRowProps {
  figure: LessonFigure;
  sources: readonly LessonSource[];
  reports: Reports | null;
}

function FigureRow({ figure, sources, reports }: FigureRowProps) {
  const { label, published } = figure;
  const own = reports === null ? undefined : figureText(reports, figure);
  const place = sources.findIndex(({ id }) => id === published?.source) + 1;
  return (
    <tr>
      <th scope="row">{translate(label)}</th>
      <td data-own>{own ?? "–"}</td>
      <td>
        {published === null ? "–" : `${translate(published.text)}${place > 0 ? ` [${place}]` : ""}`}
      </td>
    </tr>
  );
}

/** Those that the text or a figure names. */
function sourcesOf({ text, figures }: LessonExplain, sources: readonly LessonSource[]) {
  return sources.filter(
    ({ id }) =>
      text.includes(`(#${id})`) || figures.some(({ published }) => published?.source === id),
  );
}
