/** The page's head, the same for who watches and who measures. */

import { type ReactNode, useState } from "react";
import { Logo } from "@/draw/Logo";
import { t, translate } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { logOf } from "@/session/session";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Button, IconButton } from "@/ui/Button";
import { ChevronIcon, MoreIcon, SearchIcon, ShareIcon } from "@/ui/icons";
import { openDialog } from "./commands/dialogs";
import css from "./Header.module.css";
import { Lazy, MoreMenu } from "./lazyParts";

export function Header() {
  const locked = usePage(isLocked);
  return (
    <header className={css.header}>
      <h1 className={css.name}>
        <Logo />
        <span>Raft Atlas</span>
      </h1>
      <Running locked={locked} />
      {!locked && (
        <Button kind="quiet" className={css.wideOnly} onClick={() => openDialog("lessons")}>
          {t("Lessons")}
        </Button>
      )}
      <span className="rest" />
      {!locked && (
        <Button
          className={css.find}
          aria-label={t("Find anything")}
          aria-keyshortcuts="Control+k"
          onClick={() => openDialog("palette")}
        >
          <SearchIcon />
          <span className={css.wideOnly}>{t("Find anything")}</span>
        </Button>
      )}
      {!locked && (
        <IconButton label={t("Share…")} onClick={() => openDialog("share")}>
          <ShareIcon />
        </IconButton>
      )}
      <MoreButton />
    </header>
  );
}

/** What runs; for who may open another, the way to all of them. */
function Running({ locked }: { locked: boolean }) {
  // What a scenario is called may say what a lesson asks.
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const title = useSim(({ world }) => (hideVerdicts ? t("Lesson") : translate(world?.title ?? "")));
  const chosen = useSim(({ world }) =>
    translate(world?.variants.find(({ id }) => id === world.variant)?.title ?? ""),
  );
  const isSet = useSim(({ session }) => logOf(session).some(({ action }) => "settings" in action));
  const variant = chosen !== "" && isSet ? t("{variant}, changed", { variant: chosen }) : chosen;
  const text = (
    <span data-testid="scenario-title">
      {title}
      {variant !== "" && <span className="quiet"> · {variant}</span>}
    </span>
  );
  if (locked) return <p className={css.title}>{text}</p>;
  return (
    <Button className={css.scenario} onClick={() => openDialog("open")} aria-haspopup="dialog">
      {text}
      <ChevronIcon />
      <span className="sr-only">{t("Open…")}</span>
    </Button>
  );
}

/** A button until it is pressed; then the menu is fetched, with a button of its own. */
function MoreButton() {
  const [asked, setAsked] = useState(false);
  const button: ReactNode = (
    <Button
      aria-label={t("More")}
      aria-haspopup="menu"
      aria-expanded={false}
      // After a presentation the focus goes to the button that stands for what began it.
      data-takes-focus=""
      onClick={() => setAsked(true)}
    >
      <MoreIcon />
    </Button>
  );
  if (!asked) return button;
  return (
    <Lazy name={t("The menu")} fallback={button}>
      <MoreMenu />
    </Lazy>
  );
}
