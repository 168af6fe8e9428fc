/** The sizes of machines, links, loads and costs; a change is an action of the run. */

import type { Frame, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { isLocked } from "@/session/stage";
import { NumberField } from "@/ui/Fields";
import css from "./bottleneck.module.css";
import { entered, fieldOf, resizeTo, type Sized, sizeGroups, sizeText } from "./sizes";

export function Sizes({ world, frame }: { world: World; frame: Frame }) {
  const locked = usePage(isLocked);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Sizes")} tabIndex={0}>
      <p className={css.note}>
        {t(
          "Each change is an action: it holds from this instant on, is kept in the run’s log, and stands as a mark over time. A sweep of the load takes the sizes as they are now.",
        )}
      </p>
      {sizeGroups(world, frame).map(({ title, text, sizes }) => (
        <fieldset key={title} className={css.group} disabled={locked}>
          <legend data-tip={text}>{title}</legend>
          <div className={css.fields}>
            {sizes.map((sized) => (
              <SizeField key={`${sized.info.what} ${sized.info.of}`} sized={sized} />
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  );
}

function SizeField({ sized }: { sized: Sized }) {
  const { info, now } = sized;
  const { unit, min, max } = fieldOf(sized);
  const isWhole = info.what === "cores" || info.what === "clients";
  return (
    <div
      className={css.size}
      data-size={`${info.what} ${info.of}`}
      data-changed={now !== info.at_start}
      data-tip={translate(info.text)}
    >
      <NumberField
        label={translate(info.label)}
        unit={t(unit)}
        value={entered(sized)}
        // What is not limited stays so until a number is entered.
        min={now === 0 ? 0 : min}
        max={max}
        whole={isWhole}
        onChange={(value) => void sim.act(resizeTo(info, value))}
      />
      <span className={css.note}>
        {t("at the start: {size}", { size: sizeText(info.what, info.at_start) })}
      </span>
    </div>
  );
}
