/**
 * A text whose words of the field can be asked: by pointing, by the Tab key, by a tap. Must not know
 * what the text is about.
 */

import { meaningOf } from "@/lib/glossary";
import { piecesOf } from "@/lib/terms";
import { Explained, TipArea } from "./TipArea";
import css from "./termed.module.css";

/** Inside a line of text; stands inside a TipArea. */
export function TermedPieces({ text, told }: { text: string; told?: Set<string> }) {
  return piecesOf(text, told).map(({ text: piece, term }, place) =>
    term === null ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never change places
      <Explained key={place} className={css.term} text={meaningOf(term.name)}>
        {piece}
      </Explained>
    ),
  );
}

/** A paragraph of its own. */
export function Termed({ text }: { text: string }) {
  return (
    <TipArea side="top">
      <p className={css.text}>
        <TermedPieces text={text} />
      </p>
    </TipArea>
  );
}
