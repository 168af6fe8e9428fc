/** A text whose words of the field can be asked: by pointing, by the Tab key, by a tap. */

import { piecesOf } from "@/model/terms";
import { Explained, TipArea } from "./TipArea";
import css from "./termed.module.css";

/** Inside a line of text; stands inside a TipArea. */
export function TermedPieces({ text, explained }: { text: string; explained?: Set<string> }) {
  const pieces = piecesOf(text, explained);
  return pieces.map(({ text: piece, term }, place) => {
    const isAfterTerm = (pieces[place - 1]?.term ?? null) !== null;
    if (term === null) return isAfterTerm ? piece.slice(marksAhead(piece).length) : piece;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never change places
      <span key={place} className="no-break">
        <Explained className={css.term} term={term.name}>
          {piece}
        </Explained>
        {marksAhead(pieces[place + 1]?.text ?? "")}
      </span>
    );
  });
}

/** What a line must not begin with: it stays with the word before. */
export function marksAhead(text: string): string {
  return /^[.,:;!?)”’，。：；！？、）]+/.exec(text)?.[0] ?? "";
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
