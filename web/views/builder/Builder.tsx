/** A scenario as a drawing: the network on a map, and forms beside it, all one text. */

import { type KeyboardEvent, useEffect, useMemo, useState } from "react";

import { t } from "@/language/words";
import { documentOf } from "@/model/builder/document";
import { networkOf } from "@/model/builder/network";
import type { BuildFrame } from "@/model/builder/part";
import { isLessonText } from "@/model/lessonText";
import type { SchemaBook } from "@/model/schemaBook";
import { bookSoon } from "@/session/editing/published";
import { Button } from "@/ui/Button";
import css from "./builder.module.css";
import { Drawing } from "./Drawing";

export function Builder(props: BuildFrame) {
  const { text, undo, redo } = props;
  const read = useMemo(() => documentOf(text), [text]);
  const isLesson = useMemo(() => isLessonText(text), [text]);
  const network = useMemo(() => networkOf(read.ok ? read.value : {}), [read]);
  const [book, setBook] = useState<SchemaBook | "coming" | null>("coming");
  useEffect(() => {
    let isOver = false;
    void bookSoon("").then((come) => {
      if (!isOver) setBook(come);
    });
    return () => {
      isOver = true;
    };
  }, []);
  const [said, say] = useState("");
  const back = {
    undo: () => {
      undo();
      say(t("The last step was undone."));
    },
    redo: () => {
      redo();
      say(t("The step was done again."));
    },
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    onKey(event, back.undo, back.redo);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for all that is in it
    <div className={css.builder} data-testid="builder" onKeyDown={onKeyDown}>
      {isLesson ? (
        <Instead words={t("This is a lesson, which is written as a text.")} {...props} />
      ) : !read.ok ? (
        <Instead words={faultText(text, read)} {...props} />
      ) : book === null ? (
        <Instead words={t("What a scenario may say could not be fetched.")} {...props} />
      ) : book === "coming" ? (
        <p className={css.instead}>{t("Being fetched…")}</p>
      ) : (
        <Drawing {...props} {...back} {...{ value: read.value, network, book, said, say }} />
      )}
    </div>
  );
}

function faultText(text: string, { at, message }: { at: number; message: string }): string {
  return t("Line {line}: {message}", { line: text.slice(0, at).split("\n").length, message });
}

function Instead({ words, steps, undo, onText }: BuildFrame & { words: string }) {
  return (
    <div className={css.instead}>
      <p>{words}</p>
      <div className={css.verbs}>
        <Button onClick={() => onText("")}>{t("Go to the text")}</Button>
        <Button disabled={!steps.undo} onClick={undo}>
          {t("Undo")}
        </Button>
      </div>
    </div>
  );
}

/**
 * What is pressed here is none of the page's keys, but for those that close and find. In a field the
 * browser undoes what was typed.
 */
function onKey(event: KeyboardEvent<HTMLElement>, undo: () => void, redo: () => void): void {
  if (event.key === "Escape") return;
  const isWith = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isWith && (key === "z" || key === "y")) {
    event.stopPropagation();
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (!isWith) event.stopPropagation();
}
