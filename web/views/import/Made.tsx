/** What an import made of files, or what is wrong with them; its sentences are in English. */

import type { ReactNode } from "react";
import type { ImportAnswer, ImportNoteKind, ImportSpot } from "@/engine/lens";
import { msg, t } from "@/language/words";
import { unknownPair } from "@/model/importing/roundTrips";
import asking from "@/ui/asking.module.css";
import { Fold } from "@/ui/Section";
import { Table } from "@/ui/Table";
import css from "./import.module.css";

const KINDS: readonly { kind: ImportNoteKind; title: string }[] = [
  { kind: "understood", title: msg("Understood") },
  { kind: "assumed", title: msg("Assumed") },
  { kind: "unused", title: msg("Not used") },
];

/** A longer list is folded until somebody wants it. */
const OPEN_MAX = 40;

export function Made({ answer, ways }: { answer: ImportAnswer; ways: ReactNode }) {
  const { complaints, notes, system } = answer;
  if (complaints.length > 0) return <Complaints complaints={complaints} />;
  const of = (kind: ImportNoteKind) => notes.filter((note) => note.kind === kind);
  return (
    <section aria-label={t("What the files say")} className={asking.answer}>
      <p role="status" className="strong type-2">
        {t("A {system} cluster: {understood} understood, {assumed} assumed, {unused} not used.", {
          system: system ?? "",
          understood: of("understood").length,
          assumed: of("assumed").length,
          unused: of("unused").length,
        })}
      </p>
      {ways}
      {KINDS.map(({ kind, title }) => {
        const list = of(kind);
        return (
          <Fold
            key={kind}
            title={t(title)}
            note={String(list.length)}
            open={list.length <= OPEN_MAX}
          >
            <Sentences list={list} />
          </Fold>
        );
      })}
      <Fold title={t("The same keys in {system}", { system: system ?? "" })} open>
        <Keys answer={answer} />
      </Fold>
    </section>
  );
}

function Complaints({ complaints }: Pick<ImportAnswer, "complaints">) {
  const list = complaints.map(({ spot, text }) => {
    const pair = unknownPair(text);
    if (pair === null) return { spot, text };
    const own = t("The round trip between {a} and {b} is not known: type it above.", pair);
    return { spot, text: own, isOwn: true };
  });
  return (
    <section aria-label={t("What is wrong")} className={asking.answer}>
      <p role="status" className="strong type-2">
        {t("{n, plural, one {# thing keeps} other {# things keep}} this from being a scenario.", {
          n: list.length,
        })}
      </p>
      <div className="bad breaks">
        <Sentences list={list} />
      </div>
    </section>
  );
}

interface Sentence {
  spot: ImportSpot | null;
  text: string;
  /** The page's own, in its language. */
  isOwn?: boolean;
}

function Sentences({ list }: { list: readonly Sentence[] }) {
  return (
    <ul className={css.sentences}>
      {list.map(({ spot, text, isOwn = false }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files of one name may say the same
        <li key={place}>
          {spot !== null && <code>{placeOf(spot)}</code>}
          <span lang={isOwn ? undefined : "en"}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** As a compiler names it. */
function placeOf(spot: ImportSpot | null): string {
  if (spot === null) return "";
  return spot.line === 0 ? spot.file : `${spot.file}:${spot.line}`;
}

function Keys({ answer: { keys, system } }: { answer: ImportAnswer }) {
  return (
    <Table
      rows="ruled"
      words
      className={css.keys}
      caption={t("The same keys in {system}", { system: system ?? "" })}
      heads={[t("In the scenario"), system ?? ""]}
    >
      <tbody>
        {keys.map(({ ours, theirs }) => (
          <tr key={ours}>
            <th scope="row">
              <code>{ours}</code>
            </th>
            <td lang="en">{theirs}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
