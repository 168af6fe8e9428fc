/** The head of the page while somebody presents. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { pageStore, usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { isLocked, PANEL_NAMES, PANELS } from "@/session/stage";
import { Button, IconButton } from "@/ui/Button";
import { CheckField } from "@/ui/Fields";
import { focusAfterClose } from "@/ui/focusAfterClose";
import { StepBackIcon, StepIcon } from "@/ui/icons";
import { closeTop, isOpen, useOverlay } from "@/ui/overlays";
import { Popover } from "@/ui/Popover";
import css from "./present.module.css";
import {
  endPresenting,
  fillScreen,
  setBlank,
  setLocked,
  setPanel,
  showSlide,
  stepSlide,
} from "./presenting";
import { SlideCode } from "./SlideCode";
import { placeText } from "./slides";

export function PresentBar() {
  usePresentKeys();
  useHeadAfter();
  const slides = useSim((state) => state.session?.bookmarks ?? []);
  const title = useSim((state) => state.world?.title ?? "");
  const slide = usePage((stage) => stage.slide);
  const locked = usePage(isLocked);
  const watching = usePage(({ lock }) => lock === "all");
  const blank = usePage((stage) => stage.blank);
  const level = usePage((stage) => stage.level);
  const leads = usePage((stage) => stage.inClass === "leads");
  const shown = slides.find(({ id }) => id === slide);
  return (
    <header className={css.bar}>
      <h1 className={css.title}>{shown?.name ?? translate(title)}</h1>
      {slides.length > 0 && (
        <>
          <IconButton label={t("Previous slide")} shortcut="PageUp" onClick={() => stepSlide(-1)}>
            <StepBackIcon />
          </IconButton>
          <Slides />
          <IconButton label={t("Next slide")} shortcut="PageDown" onClick={() => stepSlide(1)}>
            <StepIcon />
          </IconButton>
        </>
      )}
      {level === "instruments" && (
        <Popover label={t("Panels")} align="end" trigger={<Button>{t("Panels")}</Button>}>
          <Panels />
        </Popover>
      )}
      {!watching && (
        <Button onClick={() => setLocked(!locked)}>{locked ? t("Unlock") : t("Lock")}</Button>
      )}
      {leads && <Button onClick={() => pageStore.openDialog("class")}>{t("Class…")}</Button>}
      <SlideCode />
      <WholeScreen />
      <Button
        aria-keyshortcuts="."
        title={t("Blank the screen (.)")}
        onClick={() => setBlank(true)}
      >
        {t("Blank")}
      </Button>
      <Button kind="primary" aria-keyshortcuts="Escape" onClick={endPresenting}>
        {t("End")}
      </Button>
      {blank && <Blank />}
    </header>
  );
}

/** At the end the page's head comes back, and the focus goes to the menu that began it. */
function useHeadAfter(): void {
  useLayoutEffect(
    () => () => {
      const at = document.activeElement;
      if (at === document.body || at?.closest("header") != null)
        focusAfterClose("[data-takes-focus]");
    },
    [],
  );
}

function Slides() {
  const slides = useSim((state) => state.session?.bookmarks ?? []);
  const slide = usePage((stage) => stage.slide);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t("Slides")}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button className={css.place}>{placeText(slides, slide)}</Button>}
    >
      <ol className="grid-1">
        {slides.map(({ id, name, us, note }) => (
          <li key={id}>
            <button
              type="button"
              className={css.slide}
              aria-current={id === slide}
              onClick={() => {
                setOpen(false);
                showSlide(id);
              }}
            >
              <b>{name}</b> <span className="small">{formatInstant(us)}</span>
              {note !== "" && <span className={css.line}>{note}</span>}
            </button>
          </li>
        ))}
      </ol>
    </Popover>
  );
}

function Panels() {
  const panels = usePage((stage) => stage.panels);
  const slides = useSim((state) => state.session?.bookmarks.length ?? 0);
  return (
    <div className="grid-1">
      {PANELS.map((panel) => (
        <CheckField
          key={panel}
          label={PANEL_NAMES[panel]}
          checked={panels.includes(panel)}
          onChange={(shown) => setPanel(panel, shown)}
        />
      ))}
      {slides === 0 && (
        <p className="small">
          {t(
            "Bookmarks are the slides, with their notes. There are none yet: unlock, and press M at each instant to show.",
          )}
        </p>
      )}
    </div>
  );
}

function WholeScreen() {
  const [isWhole, setWhole] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = (): void => setWhole(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, []);
  if (isWhole || !document.fullscreenEnabled) return null;
  return <Button onClick={fillScreen}>{t("Full screen")}</Button>;
}

function Blank() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // Outside the page's head: the head must not hold it back.
  return createPortal(
    <button
      ref={button}
      type="button"
      className={css.blank}
      aria-label={t("The screen is blank. Show the page again")}
      onClick={() => setBlank(false)}
    />,
    document.body,
  );
}

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select";
/** Radix has menus in its own hands. */
const MENU = "[role=menu]";

function usePresentKeys(): void {
  useOverlay("ground", endPresenting);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest(TYPING) != null || !press(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    let wasWhole = document.fullscreenElement !== null;
    // Where a browser keeps Escape to itself it leaves the whole screen and tells no page of the key.
    const onScreen = (): void => {
      const isWhole = document.fullscreenElement !== null;
      const isLeft = wasWhole && !isWhole && pageStore.getState().presenting;
      if (isLeft && !closeTop()) endPresenting();
      wasWhole = isWhole;
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    document.addEventListener("fullscreenchange", onScreen);
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      document.removeEventListener("fullscreenchange", onScreen);
    };
  }, []);
}

/** True when the key meant something. */
function press(key: string): boolean {
  const { blank } = pageStore.getState();
  if (blank) {
    if (!SHOWS.has(key)) return false;
    setBlank(false);
    return true;
  }
  if (isOpen("modal", "anchored") || document.querySelector(MENU) !== null) return false;
  switch (key) {
    case "PageDown":
      return stepSlide(1);
    case "PageUp":
      return stepSlide(-1);
    case ".":
    case "b":
    case "B":
      setBlank(true);
      return true;
    default:
      return false;
  }
}

/** What brings the page back when the screen is blank. */
const SHOWS = new Set([".", "b", "B", "Escape", " ", "Enter", "PageDown", "PageUp"]);
