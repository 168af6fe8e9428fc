/** Copies a text that stands in a field, and tells what came of it. */

import { type RefObject, useRef, useState } from "react";
import { t } from "@/language/words";

interface Copy<T> {
  /** Of the text: it is selected where the browser does not let the page copy. */
  field: RefObject<T | null>;
  /** To be shown as a status. */
  said: string;
  copy: () => void;
}

export function useCopy<T extends HTMLInputElement | HTMLTextAreaElement>(text: string): Copy<T> {
  const field = useRef<T>(null);
  const [said, setSaid] = useState("");
  const copied = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t("Copied."));
    } catch {
      field.current?.select();
      setSaid(t("This browser does not let the page copy. The link is selected: press Ctrl+C."));
    }
  };
  return { field, said, copy: () => void copied() };
}
