/** Addresses to write by hand: the ids of what is open, and of the lesson's steps. */

import { useStore } from "zustand";
import { t, translate } from "@/language/words";

import { lessonStore } from "@/lessons/lessonStore";
import { useSim } from "@/session/simStore";
import { Fold } from "@/ui/Section";
import css from "./ShareDialog.module.css";

export function ShareIds() {
  const scenario = useSim(({ session }) =>
    session?.source.kind === "builtin" ? session.source.id : null,
  );
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.session?.variant ?? "");
  const seed = useSim((state) => state.session?.seed ?? 0);
  const play = useStore(lessonStore, (state) => state.play);
  if (scenario === null && play === null) return null;
  const chosen = variant === "" ? "" : `&variant=${variant}`;
  return (
    <Fold title={t("Ids for addresses of your own")}>
      <dl className={css.ids}>
        {scenario !== null && (
          <Id
            name={t("This scenario, from its start")}
            text={`?scenario=${scenario}${chosen}&seed=${seed}`}
          />
        )}
        {variants.map(({ id, title }) => (
          <Id key={id} name={translate(title)} text={`variant=${id}`} />
        ))}
        {play?.lesson.steps.map(({ id, title }, at) => (
          <Id
            key={id}
            name={t("Step {at}: {title}", { at: at + 1, title: translate(title) })}
            text={`?lesson=${play.id}&step=${id}`}
          />
        ))}
      </dl>
      <p className="small">
        {t(
          "A step is named by its id, its number or its title. All ids are listed in docs/ids.md.",
        )}
      </p>
    </Fold>
  );
}

function Id({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="breaks">
        <code>{text}</code>
      </dd>
    </div>
  );
}
