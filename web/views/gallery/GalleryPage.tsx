/** The gallery as a page: its head, its question, and the cards. */

import { Suspense, useEffect, useState } from "react";
import { Logo } from "@/draw/Logo";
import { anotherLanguage, speak } from "@/language/speaking";
import { t } from "@/language/words";
import { saveLanguage } from "@/session/keep/storage";
import { fetchScenarioList } from "@/session/scenarioList";
import { seenHere } from "@/session/seen";
import { Button } from "@/ui/Button";
import { lazily } from "@/ui/lazily";
import { fetchCards } from "./cards";
import type { Entry, LessonEntry } from "./finding";
import { Gallery } from "./Gallery";
import css from "./page.module.css";

const Field = lazily(
  async () => ({ default: (await import("./Field")).Field }),
  () => <p role="alert">{t("This part of the page could not be fetched.")}</p>,
);

interface GalleryPageProps {
  /** None where they cannot be fetched. */
  fetchLessons(): Promise<readonly LessonEntry[]>;
}

export function GalleryPage({ fetchLessons }: GalleryPageProps) {
  const known = useKnown(fetchLessons);
  useEffect(() => {
    document.title = t("Gallery · Raft Atlas");
  }, []);
  return (
    <>
      <header className={css.head}>
        <a className={css.name} href="../">
          <Logo />
          Raft Atlas
        </a>
        <span className="strong">{t("Gallery")}</span>
        <span className="rest" />
        <OtherLanguage />
      </header>
      <main className={css.main}>
        <div className={css.lead}>
          <h1>{t("Keep copies in three places. What can go wrong, and what does it cost?")}</h1>
          <p>
            {t(
              "Runs of real Raft groups, each with one question. Every picture is drawn from its run.",
            )}{" "}
            <a href="#field">{t("From the field")}</a>
          </p>
        </div>
        {typeof known === "string" ? (
          <p role="alert">{known}</p>
        ) : (
          known !== null && (
            <Gallery
              {...known}
              heading="h2"
              lessonHrefOf={(id) => `../?lesson=${encodeURIComponent(id)}`}
              seen={seenHere()}
              hrefOf={(id) => `../?scenario=${encodeURIComponent(id)}`}
            />
          )
        )}
        {known !== null && (
          <section className={css.field} aria-labelledby="field">
            <h2 id="field">{t("From the field")}</h2>
            <Suspense fallback={null}>
              <Field />
            </Suspense>
          </section>
        )}
      </main>
    </>
  );
}

function OtherLanguage() {
  const { label, lang } = anotherLanguage();
  const choose = async () => {
    if (await speak(lang)) saveLanguage(lang);
  };
  return (
    <Button kind="quiet" lang={lang} onClick={() => void choose()}>
      {label}
    </Button>
  );
}

interface Known {
  entries: readonly Entry[];
  lessons: readonly LessonEntry[];
}

/** Null until they are known; a sentence where they cannot be fetched. */
function useKnown(fetchLessons: GalleryPageProps["fetchLessons"]): Known | string | null {
  const [known, setKnown] = useState<Known | string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const all = Promise.all([fetchScenarioList(), fetchCards(), fetchLessons()]);
    void all.then(([list, cards, lessons]) => {
      if (!isWanted) return;
      if (!list.ok) return setKnown(list.message);
      const byId = cards.ok ? cards.value : new Map();
      const entries = list.value.map((listed) => ({
        listed,
        summary: null,
        card: byId.get(listed.id),
      }));
      setKnown({ entries, lessons });
    });
    return () => {
      isWanted = false;
    };
  }, [fetchLessons]);
  return known;
}
