/** Every read mode on the same load and faults, figure by figure; choosing one sets it. */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { ReadMode, World } from "@/engine/types";
import { Rich } from "@/language/Rich";
import { t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { VERDICT_SHAPES } from "@/model/verdicts";
import { download } from "@/session/download";
import { type ModeRow, modesStore } from "@/session/modes/modesState";
import { modeRuns } from "@/session/modes/table";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Empty } from "@/ui/Empty";
import pane from "@/ui/Pane.module.css";
import { Table } from "@/ui/Table";
import { TipArea } from "@/ui/TipArea";
import css from "./modes.module.css";
import { type Column, cellText, csvOf, rowVerdict, shownColumns } from "./rows";

export function ModesView() {
  useEffect(() => {
    modeRuns.start();
    return () => modeRuns.stop();
  }, []);
  const world = useSim((state) => state.world);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  const { rows, untilUs, working } = useStore(modesStore);
  if (world === null || rows.length === 0) {
    return <Empty>{t("Every read mode is compared here when a scenario runs.")}</Empty>;
  }
  const csv = () => new Blob([csvOf(rows)], { type: "text/csv" });
  return (
    <TipArea className={pane.pane} side="top">
      <div className={css.head}>
        <p>
          <Rich
            text={t(
              "The same seed, load, faults and actions, with all reads served in one mode. <0>{progress}</0>",
              {
                progress: progressText(rows, untilUs, working),
              },
            )}
            parts={[(progress) => <span className="quiet">{progress}</span>]}
          />
        </p>
        <Button small onClick={() => download("read-modes.csv", csv())}>
          CSV
        </Button>
      </div>
      <ModeTable world={world} rows={rows} present={mode} />
    </TipArea>
  );
}

interface TableProps {
  world: World;
  rows: readonly ModeRow[];
  present: ReadMode | undefined;
}

function ModeTable({ world, rows, present }: TableProps) {
  const columns = shownColumns(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className="scroll rest" aria-label={t("Read modes compared")} tabIndex={0}>
      <Table
        rows="dense"
        edges
        className={css.table}
        caption={t("Read modes on the same load")}
        heads={[
          {
            name: t("Mode"),
            text: t(
              "How all reads of the run are served. Choose one to set it for the run that is shown, from now on.",
            ),
          },
          {
            name: t("Verdict"),
            text: t("Whether the mode’s promise held, judged from what clients saw."),
          },
          ...columns.map(({ name, text }) => ({ name: t(name), text: t(text) })),
        ]}
      >
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.mode}
              row={row}
              columns={columns}
              info={infoOf(world, row.mode)}
              isPresent={row.mode === present}
            />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

interface RowProps {
  row: ModeRow;
  columns: readonly Column[];
  info: World["read_modes"][number] | undefined;
  isPresent: boolean;
}

function Row({ row, columns, info, isPresent }: RowProps) {
  const { mode, figures, refusal } = row;
  const locked = usePage(isLocked);
  const choose = () => void sim.act({ do: "set", settings: { read_mode: mode } });
  return (
    <tr className={cx("ruled", isPresent && "lit")} data-mode={mode} data-us={row.us}>
      <th scope="row">
        <button
          type="button"
          className={css.mode}
          aria-pressed={isPresent}
          data-tip={`${translate(info?.promise ?? "")} ${translate(info?.cost ?? "")}`}
          onClick={choose}
          disabled={locked}
        >
          {translate(info?.label ?? mode)}
        </button>
        {row.also !== undefined && <span className="quiet"> {t(row.also.text)}</span>}
      </th>
      {refusal === "" ? (
        <>
          <td className={css.verdict}>
            <Verdict row={row} info={info} />
          </td>
          {columns.map((column) => (
            <td key={column.id}>{cellText(column, figures)}</td>
          ))}
        </>
      ) : (
        <td className={css.refusal} colSpan={columns.length + 1}>
          {t("Not run here: {refusal}", { refusal: translate(refusal) })}
        </td>
      )}
    </tr>
  );
}

function Verdict({ row, info }: Pick<RowProps, "row" | "info">) {
  if (row.figures === undefined) {
    const text =
      row.onWayUs < 0 ? t("waiting") : t("at {instant}", { instant: formatInstant(row.onWayUs) });
    return <span className="quiet">{text}</span>;
  }
  const { kind, text, note } = rowVerdict(row.figures, info);
  return (
    <Badge shape={VERDICT_SHAPES[kind]} tip={note}>
      {text}
    </Badge>
  );
}

/** Where the runs are: "All at 9.000 000 s", or how many are. */
function progressText(rows: readonly ModeRow[], untilUs: number, working: boolean): string {
  const run = rows.filter(({ refusal }) => refusal === "");
  const there = run.filter(({ us }) => us === untilUs).length;
  if (!working && there === run.length)
    return t("All at {instant}.", { instant: formatInstant(untilUs) });
  return t("{there} of {all} at {instant}.", {
    there,
    all: run.length,
    instant: formatInstant(untilUs),
  });
}

function infoOf(world: World, mode: ReadMode): World["read_modes"][number] | undefined {
  return world.read_modes.find(({ id }) => id === mode);
}
