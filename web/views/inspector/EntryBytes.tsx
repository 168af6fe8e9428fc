/** A log entry's command, byte by byte, in full and delta-encoded. */
import { useMemo, useRef, useState } from "react";
import type { CommandForm, CommandForms } from "@/engine/types";
import { msg, t } from "@/language/words";
import { formatBytes } from "@/model/units";
import { Table } from "@/ui/Table";
import css from "./entryBytes.module.css";
import { bytesOf, type Field, linesOf } from "./entryForms";

const WIDTH = 8;
/** Bytes of a form that are shown at first. */
const FIRST = 160;

const NAMES: [Field, string][] = [
  ["form", msg("how it is encoded")],
  ["prefix", msg("table's prefix")],
  ["row", msg("row numbers")],
  ["family", msg("column families")],
  ["timestamp", msg("timestamps")],
  ["value", msg("values")],
  ["shape", msg("tags and lengths")],
];

export function EntryBytes({ command }: { command: CommandForms }) {
  const forms = useSame(command);
  const [all, setAll] = useState(false);
  const longest = Math.max(forms.full.length, forms.encoded.length);
  return (
    <section className={css.bytes} aria-label={t("Bytes of the command")}>
      <h3>{t("Bytes of the command")}</h3>
      <p>{formsSentence(forms)}</p>
      <Fields forms={forms} />
      <Dump title={t("In the log")} form={forms.full} count={all ? longest : FIRST} />
      <Dump title={t("Delta-encoded")} form={forms.encoded} count={all ? longest : FIRST} />
      {longest > FIRST && (
        <button type="button" className={css.more} aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? t("Show fewer bytes") : t("Show more bytes")}
        </button>
      )}
    </section>
  );
}

/** The forms of before while they say the same: an entry does not change, but is told each frame. */
function useSame(forms: CommandForms): CommandForms {
  const kept = useRef(forms);
  const before = kept.current.full.bytes;
  const { bytes } = forms.full;
  const isSame = bytes.length === before.length && bytes.every((byte, at) => byte === before[at]);
  if (!isSame) kept.current = forms;
  return kept.current;
}

function formsSentence({ full, encoded }: CommandForms): string {
  const less = (1 - encoded.length / full.length) * 100;
  return t(
    "{full} in the log, {encoded} delta-encoded: {less} % less. LZ4 alone makes {compressed} of it, after delta encoding {both}.",
    {
      full: formatBytes(full.length),
      encoded: formatBytes(encoded.length),
      less: less.toFixed(less < 1 ? 2 : 1),
      compressed: formatBytes(full.compressed),
      both: formatBytes(encoded.compressed),
    },
  );
}

function Fields({ forms }: { forms: CommandForms }) {
  return (
    <Table
      rows="dense"
      className={css.fields}
      heads={[t("bytes that say"), t("in the log"), t("encoded")]}
    >
      <tbody>
        {NAMES.map(([field, name]) => (
          <tr key={field}>
            <th scope="row">
              <span className={css.mark} data-field={field} aria-hidden="true" />
              {t(name)}
            </th>
            <td>{bytesOf(forms.full, field)}</td>
            <td>{bytesOf(forms.encoded, field)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Dump({ title, form, count }: { title: string; form: CommandForm; count: number }) {
  const lines = useMemo(() => linesOf(form, WIDTH, count), [form, count]);
  const left = form.length - Math.min(count, form.bytes.length);
  return (
    <figure className={css.dump}>
      <figcaption>{title}</figcaption>
      <pre>
        {lines.map(({ at, pieces }) => (
          <div key={at} className={css.line}>
            <span className="faint">{at.toString(16).padStart(4, "0")}</span>
            <span className={css.hex}>
              {pieces.map(({ start, field, hex }, place) => (
                <span key={start} data-field={field}>
                  {hex}
                  {place < pieces.length - 1 ? " " : ""}
                </span>
              ))}
            </span>
            <span>
              {pieces.map(({ start, field, text }) => (
                <span key={start} data-field={field}>
                  {text}
                </span>
              ))}
            </span>
          </div>
        ))}
      </pre>
      {left > 0 && <p className="quiet">{t("and {left} more", { left: formatBytes(left) })}</p>}
    </figure>
  );
}
