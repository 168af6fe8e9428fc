/** What a file says that the builder has no form for, listed, so that nobody believes it lost. */

import { t } from "@/language/words";
import { keyLabel } from "@/model/builder/fields";
import { fieldsOf } from "@/model/builder/network";
import { problemsIn } from "@/model/builder/part";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import { useBuilding } from "./context";
import { uncovered } from "./parts";

export function Rest() {
  const { value, problems, onText } = useBuilding();
  const file = fieldsOf(value);
  const keys = uncovered(file);
  if (keys.length === 0) return null;
  return (
    <Section title={t("More, in the text")}>
      <ul className="grid-1">
        {keys.map((key) => {
          const wrong = problemsIn(problems, [key]).length;
          return (
            <li key={key} className="spread">
              <span>
                {partText(key, file[key])}
                {wrong > 0 && (
                  <b className="bad type-1 breaks">
                    {t(", {n, plural, one {# problem} other {# problems}}", { n: wrong })}
                  </b>
                )}
              </span>
              <Button
                small
                kind="quiet"
                aria-label={t("Show in the text: {key}", { key })}
                onClick={() => onText(key)}
              >
                {t("Show in the text")}
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function partText(key: string, value: unknown): string {
  const field = keyLabel(key);
  return Array.isArray(value) ? t("{field}: {n}", { field, n: value.length }) : field;
}
