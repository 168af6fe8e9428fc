/** The streams of requests: each a form of its own, added and taken away. Must not know the map. */

import { t } from "@/language/words";
import { fieldsOf, itemsOf, networkOf, textOf } from "@/model/builder/network";
import { problemsIn } from "@/model/builder/part";
import { goesAlong, removed } from "@/model/builder/removal";
import { addWorkload, type DrawnTarget, renamed } from "@/model/builder/steps";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import css from "./builder.module.css";
import { useBuilding } from "./context";
import { problemCount } from "./drawnTargets";
import { ObjectForm } from "./ObjectForm";
import { GoesAlong, NameField } from "./TargetForm";

const FIRST = ["from", "op", "clients", "rate", "think", "rows", "read_mode", "start"];

export function Loads() {
  const { text, value, change, problems } = useBuilding();
  const loads = itemsOf(fieldsOf(value).workload);
  const { zones, nodes } = networkOf(value);
  const gateways = nodes.filter(({ kind }) => kind === "gateway");
  const from = [...gateways, ...zones].map(({ id }) => id);
  return (
    <div className="grid">
      {loads.map((load, i) => {
        const path = ["workload", i];
        const target: DrawnTarget = { kind: "workload", id: textOf(load.id) };
        const wrong = problemsIn(problems, path).length;
        const note = noteOf(textOf(load.op ?? load.mix), textOf(load.from));
        const along = goesAlong(value, target);
        return (
          <Fold
            key={path.join(" ")}
            title={target.id}
            note={wrong === 0 ? note : problemCount(wrong)}
            open={wrong > 0}
            later
          >
            <NameField
              name={target.id}
              onName={(to) => {
                const step = renamed(text, target, to);
                if (step !== null) change(step.text, step.said);
                return step !== null;
              }}
            />
            <ObjectForm
              path={path}
              first={FIRST}
              without={["id"]}
              names={{ from }}
              called={t("load {id}", { id: target.id })}
            />
            <div className={css.verbs}>
              <Button
                small
                kind="danger"
                onClick={() => {
                  const step = removed(text, target);
                  change(step.text, step.said);
                }}
              >
                {t("Remove load {id}", { id: target.id })}
              </Button>
            </div>
            <GoesAlong things={along} />
          </Fold>
        );
      })}
      <div className={css.verbs}>
        <Button
          small
          onClick={() => {
            const step = addWorkload(text);
            change(step.text, step.said);
          }}
        >
          {t("Add load")}
        </Button>
      </div>
    </div>
  );
}

function noteOf(op: string, from: string): string {
  return op === ""
    ? t("from {place}", { place: from })
    : t("{op} from {place}", { op, place: from });
}
