/** The variants of a scenario, each as the piece of text that it is: what it changes. */

import { t, translate } from "@/language/words";
import { changed } from "@/model/builder/document";
import { fieldsOf, textOf } from "@/model/builder/network";
import { pathText, problemsIn } from "@/model/builder/part";
import { freeId } from "@/model/builder/references";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import css from "./builder.module.css";
import { useBuilding, useSetter } from "./context";
import { problemCount } from "./drawnTargets";
import { FieldControl } from "./FieldControl";

export function Variants() {
  const { text, value, change, problems, onText } = useBuilding();
  const set = useSetter();
  const variants = fieldsOf(fieldsOf(value).variants);
  const names = Object.keys(variants);
  const add = (): void => {
    const name = freeId("variant", new Set(names));
    const next = changed(text, ["variants", name], { title: name, text: "", settings: {} });
    change(next, t("Variant {name} was added.", { name }));
  };
  return (
    <div className="grid">
      {names.map((name) => {
        const path = ["variants", name];
        const title = textOf(fieldsOf(variants[name]).title);
        const wrong = problemsIn(problems, path);
        return (
          <Fold
            key={name}
            title={name}
            note={wrong.length === 0 ? translate(title) : problemCount(wrong.length)}
            open={wrong.length > 0}
            later
          >
            <FieldControl
              field={{
                key: t("what it changes"),
                about: t("A merge patch over the scenario, as JSON."),
                required: true,
                fallback: "",
                control: { kind: "json" },
              }}
              value={variants[name]}
              problems={wrong}
              onEnter={(entered) => set(path, entered, t("Variant {name} was changed.", { name }))}
            />
            <div className={css.verbs}>
              <Button
                small
                kind="danger"
                onClick={() => set(path, undefined, t("Variant {name} was removed.", { name }))}
              >
                {t("Remove variant {name}", { name })}
              </Button>
              <Button small kind="quiet" onClick={() => onText(pathText(path))}>
                {t("Show in the text")}
              </Button>
            </div>
          </Fold>
        );
      })}
      <div className={css.verbs}>
        <Button small onClick={add}>
          {t("Add variant")}
        </Button>
      </div>
    </div>
  );
}
