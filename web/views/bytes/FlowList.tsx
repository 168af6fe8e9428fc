/** The flows as a list, largest first: one tab stop; choosing one selects its link. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { cx } from "@/ui/cx";
import { KindLabel } from "@/ui/KindLabel";
import { Table } from "@/ui/Table";
import { useRoving } from "@/ui/useRoving";
import css from "./bytes.module.css";
import { type Flow, flowKey, SAVED } from "./flows";
import type { FlowWords } from "./flowWords";

const ROWS_MAX = 60;

interface Props {
  world: World;
  flows: readonly Flow[];
  words: FlowWords;
  lit: string | null;
  onLight: (key: string | null) => void;
  note: string;
}

export function FlowList({ world, flows, words, lit, onLight, note }: Props) {
  const sorted = [...flows].sort((a, b) => b.bytes - a.bytes);
  const rows = sorted.slice(0, ROWS_MAX);
  const roving = useRoving(rows.length);
  const more = sorted.length - rows.length;
  return (
    <div className={css.list}>
      <Table rows="target" className={css.table} showsCaption caption={note}>
        <thead>
          <tr>
            <th scope="col">{t("From, to")}</th>
            <th scope="col" className={css.word}>
              {t("Kind")}
            </th>
            <th scope="col">{t("Bytes")}</th>
            <th scope="col">{t("Share")}</th>
          </tr>
        </thead>
        <tbody {...roving.group}>
          {rows.map((flow, place) => {
            const key = flowKey(flow);
            return (
              <tr
                key={key}
                className={cx(lit === key && "lit")}
                onPointerEnter={() => onLight(key)}
                onPointerLeave={() => onLight(null)}
              >
                <th scope="row">
                  <button
                    type="button"
                    className={css.way}
                    tabIndex={roving.tabIndexOf(place)}
                    aria-label={t("{flow}. Select the link.", { flow: words.sentence(flow) })}
                    onFocus={() => onLight(key)}
                    onBlur={() => onLight(null)}
                    onClick={() => sim.select({ link: { from: flow.from, to: flow.to } })}
                  >
                    {words.zone(flow.from)} → {words.zone(flow.to)}
                  </button>
                </th>
                <td className={css.word}>
                  {flow.kind === SAVED ? (
                    words.kind(flow.kind)
                  ) : (
                    <KindLabel
                      id={world.kinds[flow.kind]?.id ?? ""}
                      label={words.kind(flow.kind)}
                    />
                  )}
                </td>
                <td>{words.write(flow.bytes)}</td>
                <td>{words.share(flow)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {more > 0 && (
        <p className="quiet pads">
          {t("And {n, plural, one {# smaller flow} other {# smaller flows}}.", { n: more })}
        </p>
      )}
    </div>
  );
}
