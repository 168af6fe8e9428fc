/** Text of a lesson: a small part of Markdown, never HTML, no pictures, no way out of the page. */

import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import Markdown from "react-markdown";
import type { LessonSource, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { unitsHeld } from "@/model/text";
import { sim } from "@/session/simClient";
import { Explained, TipArea } from "@/ui/TipArea";
import words from "@/ui/termed.module.css";
import { heldMarks } from "./heldMarks";
import css from "./lessons.module.css";
import { placeNodes, placeOf } from "./placeNodes";
import { termNodes } from "./termNodes";

const ALLOWED = ["p", "em", "strong", "code", "ul", "ol", "li", "br", "a", "dfn", "mark", "span"];

/** The world whose places a text names; null where no map stands beside it. */
export const NamedWorld = createContext<World | null>(null);
const NONE: readonly LessonSource[] = [];

interface ProseProps {
  children: string;
  sources?: readonly LessonSource[];
}

export function Prose({ children, sources = NONE }: ProseProps) {
  const world = useContext(NamedWorld);
  const plugins = useMemo(
    () => (world === null ? [termNodes, heldMarks] : [termNodes, placeNodes(world), heldMarks]),
    [world],
  );
  return (
    <TipArea className={css.prose} side="right">
      <Markdown
        skipHtml
        unwrapDisallowed
        allowedElements={ALLOWED}
        urlTransform={(address) => address}
        rehypePlugins={plugins}
        components={{
          dfn: ({ title, children: word }) => (
            <Explained className={words.term} term={title ?? ""}>
              {word}
            </Explained>
          ),
          span: ({ children: held }) => <span className="no-break">{held}</span>,
          mark: ({ title, children: name }) => <PlaceName title={title ?? ""}>{name}</PlaceName>,
          a: ({ href, children: text }) => (
            <SourceNumber address={href ?? ""} sources={sources}>
              {text}
            </SourceNumber>
          ),
        }}
      >
        {unitsHeld(translate(children))}
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
      {place >= 0 && <span className="quiet no-break">{` [${place + 1}]`}</span>}
    </>
  );
}

const leave = (): void => sim.highlight(null);

interface PlaceNameProps {
  title: string;
  children: ReactNode;
}

function PlaceName({ title, children }: PlaceNameProps) {
  const show = () => sim.highlight(placeOf(title));
  // Also when the text goes while it is pointed at.
  useEffect(() => leave, []);
  return (
    <button
      type="button"
      className={words.place}
      aria-description={t("Shown on the map")}
      onPointerEnter={show}
      onPointerLeave={leave}
      onFocus={show}
      onBlur={leave}
      // A finger has no hover: what it taps is shown until it taps elsewhere.
      onClick={show}
    >
      {children}
    </button>
  );
}
