/** What a person gives to an import: files, a text, round trips; or a history or log. */

import { useStore } from "zustand";
import { t } from "@/language/words";
import { type GivenFile, importer } from "@/session/importing/importing";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { FileButton } from "@/ui/FileButton";
import { CloseIcon } from "@/ui/icons";
import { Table } from "@/ui/Table";
import { TextArea } from "@/ui/TextArea";
import css from "./import.module.css";

interface GivenFilesProps {
  onTrace: (files: readonly File[]) => void;
}

export function GivenFiles({ onTrace }: GivenFilesProps) {
  const { files, pasted, pairs } = useStore(importer.store);
  const isAny = files.length > 0 || pasted !== "" || pairs.length > 0;
  return (
    <form className={asking.form} onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>{t("The cluster")}</legend>
        <div>
          <FileButton
            multiple
            label={t("Files of the cluster")}
            onChoose={(chosen) => importer.add(chosen, "cluster")}
          >
            {t("Choose files…")}
          </FileButton>
        </div>
        <Files files={files.filter(({ role }) => role === "cluster")} />
        <TextArea
          label={t("Or paste one file")}
          value={pasted}
          spellCheck={false}
          onChange={(text) => importer.paste(text)}
        />
      </fieldset>
      <fieldset>
        <legend>{t("Round trips")}</legend>
        <p className="quiet">
          {t(
            "CSV, JSON, a Markdown table, or the output of ping or mtr. Where nothing was measured, published figures between regions are taken.",
          )}
        </p>
        <div>
          <FileButton
            multiple
            label={t("Files with round trips")}
            onChoose={(chosen) => importer.add(chosen, "latency")}
          >
            {t("Choose measurements…")}
          </FileButton>
        </div>
        <Measurements files={files.filter(({ role }) => role === "latency")} />
        <Typed />
      </fieldset>
      <fieldset>
        <legend>{t("Histories and logs")}</legend>
        <p className="quiet">
          {t(
            "A history of clients (Jepsen, key-value EDN, etcd’s robustness tests) is judged: could it have happened in one order? A log with vector clocks (ShiViz, GoVector) or of servers (etcd, TiKV) is shown in lanes.",
          )}
        </p>
        <div>
          <FileButton multiple label={t("Files of a history or a log")} onChoose={onTrace}>
            {t("Open a history or a log…")}
          </FileButton>
        </div>
      </fieldset>
      <p className={css.foot}>
        <span className="quiet">
          {t("Files can also be dropped here: what each is, its contents say.")}
        </span>
        {isAny && (
          <Button small onClick={() => importer.clear()}>
            {t("Clear")}
          </Button>
        )}
      </p>
    </form>
  );
}

function Files({ files }: { files: readonly GivenFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t("The cluster")}>
      {files.map(({ id, name }) => (
        <li key={id}>
          <code>{name}</code>
          <Remove id={id} name={name} />
        </li>
      ))}
    </ul>
  );
}

/** What ping and mtr print does not say where it was measured. */
function Measurements({ files }: { files: readonly GivenFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t("Round trips")}>
      {files.map(({ id, name, from, to }) => (
        <li key={id}>
          <code>{name}</code>
          <Remove id={id} name={name} />
          <div className={css.places}>
            <TextField
              label={t("From, of ping or mtr")}
              aria-description={name}
              value={from}
              onChange={(place) => importer.place(id, { from: place })}
            />
            <TextField
              label={t("To")}
              aria-description={name}
              value={to}
              onChange={(place) => importer.place(id, { to: place })}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Remove({ id, name }: Pick<GivenFile, "id" | "name">) {
  return (
    <Button
      small
      kind="quiet"
      aria-label={t("Remove {name}", { name })}
      onClick={() => importer.remove(id)}
    >
      <CloseIcon />
    </Button>
  );
}

/** Pairs whose round trip neither a file nor a published figure says. */
function Typed() {
  const { pairs } = useStore(importer.store);
  if (pairs.length === 0) return null;
  return (
    <Table
      rows="dense"
      words
      caption={t("Round trips to be typed")}
      className={css.typed}
      heads={[t("Between"), t("Round trip, ms")]}
    >
      <tbody>
        {pairs.map(({ a, b, rtt }, place) => (
          <tr key={`${a} ${b}`}>
            <th scope="row">{t("{a} and {b}", { a, b })}</th>
            <td>
              <input
                className={css.rtt}
                inputMode="decimal"
                autoComplete="off"
                aria-label={t("Round trip between {a} and {b}", { a, b })}
                value={rtt}
                onChange={(event) => importer.typeRoundTrip(place, event.target.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
