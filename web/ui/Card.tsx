/** Something said beside the run, with a title and a way to close it. */

import { type ReactNode, useState } from "react";
import { t } from "@/language/words";

import { IconButton } from "./Button";
import css from "./Card.module.css";
import { ChevronIcon, CloseIcon } from "./icons";

interface CardProps {
  /** What it is called for those who listen, whatever its title says at the moment. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** seen: something was seen; ask: something is asked for. */
  tone: "ask" | "seen";
  children: ReactNode;
}

export function Card({ label, title, closeLabel, onClose, tone, children }: CardProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <section className={css.card} aria-label={label} data-tone={tone} data-whole={isWhole}>
      <header className={css.head}>
        <h2 className="heading">{title}</h2>
        <IconButton
          label={isWhole ? t("Show less") : t("Show all")}
          kind="quiet"
          small
          className={css.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          <ChevronIcon up={!isWhole} />
        </IconButton>
        <IconButton label={closeLabel} kind="quiet" small onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      {children}
    </section>
  );
}

export function CardVerbs({ children }: { children: ReactNode }) {
  return <div className={css.verbs}>{children}</div>;
}
