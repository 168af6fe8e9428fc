/**
 * Text of a lesson: a small part of Markdown, never HTML, no pictures, no way out of the page. A
 * link names one of the lesson's sources and becomes its number. Must not know what the text says.
 */

import type { ReactNode } from "react";
import Markdown from "react-markdown";

import type { LessonSource } from "@/protocol/engine";
import css from "./lessons.module.css";

const ALLOWED = ["p", "em", "strong", "code", "ul", "ol", "li", "br", "a"];
const NONE: readonly LessonSource[] = [];

interface ProseProps {
  children: string;
  sources?: readonly LessonSource[];
}

export function Prose({ children, sources = NONE }: ProseProps) {
  return (
    <div className={css.prose}>
      <Markdown
        skipHtml
        unwrapDisallowed
        allowedElements={ALLOWED}
        urlTransform={(address) => address}
        components={{
          a: ({ href, children: text }) => (
            <SourceNumber address={href ?? ""} sources={sources}>
              {text}
            </SourceNumber>
          ),
        }}
      >
        {children}
      </Markdown>
    </div>
  );
}

interface SourceNumberProps {
  address: string;
  sources: readonly LessonSource[];
  children: ReactNode;
}

function SourceNumber({ address, sources, children }: SourceNumberProps) {
  const place = sources.findIndex(({ id }) => `#${id}` === address);
  return (
    <>
      {children}
      {place >= 0 && <span className={css.cite}>{` [${place + 1}]`}</span>}
    </>
  );
}
