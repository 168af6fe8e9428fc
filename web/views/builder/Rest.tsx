/**
 * What a file says that the builder has no form for: listed, so that nobody believes it lost, with
 * the way to it in the text. Must not know what it means.
 */

import { keyLabel } from "@/model/build/fields";
import { fieldsOf } from "@/model/build/network";
import { problemsIn } from "@/model/build/part";
import { plural } from "@/model/units";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import css from "./builder.module.css";
import { useBuilding } from "./context";
import { uncovered } from "./parts";

export function Rest() {
  const { value, problems, onText } = useBuilding();
  const file = fieldsOf(value);
  const keys = uncovered(file);
  if (keys.length === 0) return null;
  return (
    <Section title="More, in the text">
      <ul className={css.rest}>
        {keys.map((key) => {
          const wrong = problemsIn(problems, [key]).length;
          return (
            <li key={key}>
              <span>
                {keyLabel(key)}
                {sizeText(file[key])}
                {wrong > 0 && <b className={css.wrong}>, {plural(wrong, "problem")}</b>}
              </span>
              <Button
                small
                kind="quiet"
                aria-label={`Show in the text: ${key}`}
                onClick={() => onText(key)}
              >
                Show in the text
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function sizeText(value: unknown): string {
  return Array.isArray(value) ? `: ${value.length}` : "";
}
