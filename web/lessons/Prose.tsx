/**
 * Text of a lesson: a small part of Markdown, never HTML, no pictures, no way out of the page. A
 * link names one of the lesson's sources and becomes its number. Must not know what the text says.
 */

import type { ReactNode } from "react";
import Markdown from "react-markdown";

import type { LessonSource } from "@/engine/types";
import { Explained, TipArea } from "@/ui/TipArea";
import words from "@/ui/termed.module.css";
import css from "./lessons.module.css";
import { termNodes } from "./termNodes";

const ALLOWED = ["p", "em", "strong", "code", "ul", "ol", "li", "br", "a", "dfn"];
const PLUGINS = [termNodes];
const NONE: readonly LessonSource[] = [];

interface ProseProps {
  children: string;
  sources?: readonly LessonSource[];
}

export function Prose({ children, sources = NONE }: ProseProps) {
  return (
    <TipArea className={css.prose} side="right">
      <Markdown
        skipHtml
        unwrapDisallowed
        allowedElements={ALLOWED}
        urlTransform={(address) => address}
        rehypePlugins={PLUGINS}
        components={{
          dfn: ({ title, children: word }) => (
            <Explained className={words.term} text={title ?? ""}>
              {word}
            </Explained>
          ),
          a: ({ href, children: text }) => (
            <SourceNumber address={href ?? ""} sources={sources}>
              {text}
            </SourceNumber>
          ),
        }}
      >
        {children}
      </Markdown>
    </TipArea>
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
