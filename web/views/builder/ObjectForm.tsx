/** A form for any object of a file: the schema's fields, and what it does not know. */

import { t } from "@/language/words";
import { changed } from "@/model/builder/document";
import { type Field, fieldsAt, keyLabel } from "@/model/builder/fields";
import { fieldsOf, textOf, valueAt } from "@/model/builder/network";
import { type Path, problemsAt, problemsIn } from "@/model/builder/part";
import { Fold } from "@/ui/Section";
import { useBuilding } from "./context";
import { FieldControl, Wrong } from "./FieldControl";

interface ObjectFormProps {
  path: Path;
  /** Shown from the start, in this order. */
  first: readonly string[];
  /** Has a control of its own elsewhere. */
  without?: readonly string[];
  /** Of an object with many sides, these alone. */
  only?: readonly string[];
  names?: Readonly<Record<string, readonly string[]>>;
  /** What holds of it where it says nothing itself. */
  inherited?: Readonly<Record<string, unknown>>;
  /** How the object is called where something of it was changed. */
  called: string;
  /** Begins an object that is not there yet, with its first field. */
  begin?: (key: string, value: unknown) => string;
}

const NONE: readonly string[] = [];

export function ObjectForm(props: ObjectFormProps) {
  const { path, first, without = NONE, only } = props;
  const { value, book, problems } = useBuilding();
  const here = fieldsOf(valueAt(value, path));
  const isOurs = (key: string): boolean =>
    only === undefined ? !without.includes(key) : only.includes(key);
  const known = fieldsAt(book, value, path).filter(({ key }) => isOurs(key));
  const strange = Object.keys(here).filter(
    (key) => isOurs(key) && !known.some((field) => field.key === key),
  );
  const isShown = ({ key, required }: Field): boolean =>
    required || first.includes(key) || here[key] !== undefined;
  const place = ({ key }: Field): number => (first.includes(key) ? first.indexOf(key) : 99);
  const shown = known.filter(isShown).sort((a, b) => place(a) - place(b));
  const more = known.filter((field) => !isShown(field));
  const own = problemsAt(problems, path);
  return (
    <div className="grid">
      {own.length > 0 && <Wrong problems={own} />}
      {shown.map((field) => (
        <Entry key={field.key} field={field} {...props} />
      ))}
      {strange.map((key) => (
        <Entry key={key} field={strangeField(key)} {...props} />
      ))}
      {more.length > 0 && (
        <Fold
          title={t("More of {thing}", { thing: props.called })}
          note={String(more.length)}
          later
        >
          <div className="grid">
            {more.map((field) => (
              <Entry key={field.key} field={field} {...props} />
            ))}
          </div>
        </Fold>
      )}
    </div>
  );
}

function strangeField(key: string): Field {
  return {
    key,
    about: t("This key is not known here."),
    required: false,
    fallback: "",
    control: { kind: "json" },
  };
}

function Entry({ field, ...props }: ObjectFormProps & { field: Field }) {
  const { path, names, called, inherited, begin } = props;
  const { text, value, change, problems } = useBuilding();
  const { key } = field;
  const at = [...path, key];
  const now = valueAt(value, at);
  if (field.control.kind === "object") {
    return (
      <Fold
        title={t("{field} of {thing}", { field: keyLabel(key), thing: called })}
        note={now === undefined ? t("not set") : ""}
        later
      >
        <ObjectForm path={at} first={NONE} called={t("{thing}, {key}", { thing: called, key })} />
      </Fold>
    );
  }
  const enter = (entered: unknown): void => {
    const isNew = begin !== undefined && valueAt(value, path) === undefined;
    const next = isNew ? begin(key, entered) : changed(text, at, entered);
    const values = { field: keyLabel(key), thing: called };
    const said =
      entered === undefined
        ? t("{field} of {thing} is not set any more.", values)
        : t("{field} of {thing} was set.", values);
    change(next, said);
  };
  return (
    <FieldControl
      field={field}
      value={now}
      problems={problemsIn(problems, at)}
      names={names?.[key]}
      hint={textOf(inherited?.[key]) || undefined}
      onEnter={enter}
    />
  );
}
