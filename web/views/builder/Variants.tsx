/**
 * The variants of a scenario, each as the piece of text that it is: what it changes. Must not know
 * what that means.
 */

import { changed } from "@/model/build/document";
import { fieldsOf, textOf } from "@/model/build/network";
import { pathText, problemsIn } from "@/model/build/part";
import { freeId } from "@/model/build/references";
import { plural } from "@/model/units";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import css from "./builder.module.css";
import { useBuilding, useSetter } from "./context";
import { FieldControl } from "./FieldControl";

export function Variants() {
  const { text, value, change, problems, onText } = useBuilding();
  const set = useSetter();
  const variants = fieldsOf(fieldsOf(value).variants);
  const names = Object.keys(variants);
  const add = (): void => {
    const name = freeId("variant", new Set(names));
    const next = changed(text, ["variants", name], { title: name, text: "", settings: {} });
    change(next, `Variant ${name} was added.`);
  };
  return (
    <div className={css.form}>
      {names.map((name) => {
        const path = ["variants", name];
        const title = textOf(fieldsOf(variants[name]).title);
        const wrong = problemsIn(problems, path);
        return (
          <Fold
            key={name}
            title={name}
            note={wrong.length === 0 ? title : plural(wrong.length, "problem")}
            open={wrong.length > 0}
            later
          >
            <FieldControl
              field={{
                key: "what it changes",
                about: "A merge patch over the scenario, as JSON.",
                required: true,
                fallback: "",
                control: { kind: "json" },
              }}
              value={variants[name]}
              problems={wrong}
              onEnter={(entered) => set(path, entered, `Variant ${name} was changed.`)}
            />
            <div className={css.verbs}>
              <Button
                small
                kind="danger"
                onClick={() => set(path, undefined, `Variant ${name} was removed.`)}
              >
                Remove variant {name}
              </Button>
              <Button small kind="quiet" onClick={() => onText(pathText(path))}>
                Show in the text
              </Button>
            </div>
          </Fold>
        );
      })}
      <div className={css.verbs}>
        <Button small onClick={add}>
          Add variant
        </Button>
      </div>
    </div>
  );
}
