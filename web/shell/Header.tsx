/**
 * The page's head: what runs, from which seed, and the few things that concern the whole page.
 */

import { type ReactNode, useState } from "react";
import { Logo } from "@/draw/Logo";
import { anotherLanguage } from "@/language/speaking";
import { t, told } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Button, IconButton } from "@/ui/Button";
import { NumberField } from "@/ui/Fields";
import { ChevronIcon, MoreIcon, SearchIcon, ShareIcon } from "@/ui/icons";
import { openDialog } from "./commands/dialogs";
import css from "./Header.module.css";
import { LanguageMenu, Later, MoreMenu, ThemeMenu } from "./later";

/** Seeds are exact in a JavaScript number. */
const SEED_MAX = 2 ** 53 - 1;

/** `brief`: for who watches. */
export function Header({ brief }: { brief: boolean }) {
  // What a scenario is called may say what a lesson asks.
  const hushed = usePage((page) => page.hushed);
  const title = useSim(({ world }) => (hushed ? t("Lesson") : told(world?.title ?? "")));
  const variant = useSim(({ world }) =>
    told(world?.variants.find(({ id }) => id === world.variant)?.title ?? ""),
  );
  const locked = usePage(isLocked);
  if (brief) return <BriefHeader title={title} variant={variant} locked={locked} />;
  return (
    <header className={css.header}>
      <Brand />
      <p className={css.title} data-testid="scenario-title">
        {title}
        {variant !== "" && <span className={css.variant}> · {variant}</span>}
      </p>
      {!locked && (
        <Button kind="quiet" small className={css.wideOnly} onClick={() => openDialog("about")}>
          {t("What is real")}
        </Button>
      )}
      <span className={css.space} />
      {!locked && (
        <>
          <SeedField />
          <Button onClick={() => openDialog("lessons")}>{t("Lessons")}</Button>
          <Button onClick={() => openDialog("open")}>{t("Open…")}</Button>
          <BesideButton open={() => openDialog("beside")} className={css.wideOnly} />
          <Button onClick={() => openDialog("share")} className={css.wideOnly}>
            {t("Share…")}
          </Button>
        </>
      )}
      <MenuButton {...anotherLanguage()} takesFocus={false}>
        <LanguageMenu />
      </MenuButton>
      <ThemeButton />
      {!locked && <MoreButton />}
      <Button onClick={() => openDialog("help")} aria-label={t("Help")} aria-keyshortcuts="?">
        ?
      </Button>
    </header>
  );
}

function Brand() {
  return (
    <h1 className={css.name}>
      <Logo />
      <span>Raft Atlas</span>
    </h1>
  );
}

interface BriefHeaderProps {
  title: string;
  variant: string;
  locked: boolean;
}

/** For who watches: what runs leads to all others, and a search finds everything else. */
function BriefHeader({ title, variant, locked }: BriefHeaderProps) {
  return (
    <header className={css.header} data-brief="true">
      <Brand />
      {!locked && (
        <Button className={css.scenario} onClick={() => openDialog("open")} aria-haspopup="dialog">
          <span data-testid="scenario-title">
            {title}
            {variant !== "" && <span className={css.variant}> · {variant}</span>}
          </span>
          <ChevronIcon />
          <span className="sr-only">{t("Open…")}</span>
        </Button>
      )}
      {!locked && (
        <Button kind="quiet" className={css.wideOnly} onClick={() => openDialog("lessons")}>
          {t("Lessons")}
        </Button>
      )}
      <span className={css.space} />
      {!locked && (
        <Button
          className={css.find}
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
      {!locked && <MoreButton brief />}
    </header>
  );
}

interface BesideButtonProps {
  open: () => void;
  className?: string | undefined;
}

/** A second run beside this one, with or without one thing. */
export function BesideButton({ open, className }: BesideButtonProps) {
  const isOn = usePage((state) => state.beside !== null);
  return (
    <Button
      className={className}
      aria-keyshortcuts="b"
      onClick={() => (isOn ? sim.endBeside() : open())}
    >
      {isOn ? t("Stop comparing") : t("Compare runs…")}
    </Button>
  );
}

/** Another seed is another run of the same scenario. */
export function SeedField() {
  const seed = useSim((state) => state.session?.seed);
  if (seed === undefined) return null;
  return (
    <div className={css.seed}>
      <NumberField
        label={t("seed")}
        value={seed}
        min={0}
        max={SEED_MAX}
        onChange={(next) => void sim.restart({ seed: next })}
      />
    </div>
  );
}

function ThemeButton() {
  const locked = usePage(isLocked);
  return (
    <MenuButton label={t("Theme")} takesFocus={locked}>
      <ThemeMenu />
    </MenuButton>
  );
}

function MoreButton({ brief = false }: { brief?: boolean }) {
  return (
    <MenuButton label={t("More")} icon={brief ? <MoreIcon /> : undefined} takesFocus>
      <MoreMenu brief={brief} />
    </MenuButton>
  );
}

interface MenuButtonProps {
  label: string;
  /** In the place of the label. */
  icon?: ReactNode;
  /** Of the label, where it is another than the page's. */
  lang?: string;
  /** After a presentation the focus goes to the button that begins one, or stands for it. */
  takesFocus: boolean;
  children: ReactNode;
}

/** A button until it is pressed; then the menu is fetched, with a button of its own. */
function MenuButton({ label, icon, lang, takesFocus, children }: MenuButtonProps) {
  const [asked, setAsked] = useState(false);
  const button = (
    <Button
      lang={lang}
      aria-label={icon === undefined ? undefined : label}
      aria-haspopup="menu"
      aria-expanded={false}
      data-takes-focus={takesFocus ? "" : undefined}
      onClick={() => setAsked(true)}
    >
      {icon ?? label}
    </Button>
  );
  if (!asked) return button;
  return (
    <Later name={t("The menu")} until={button}>
      {children}
    </Later>
  );
}
