/** What all forms of the builder share. */

import { createContext, useContext } from "react";

import { changed } from "@/model/builder/document";
import type { BuildPart, Path } from "@/model/builder/part";
import type { SchemaBook } from "@/model/schemaBook";

export interface Building extends BuildPart {
  value: unknown;
  book: SchemaBook;
  onText(place: string): void;
}

export const BuildContext = createContext<Building | null>(null);

export function useBuilding(): Building {
  const building = useContext(BuildContext);
  if (building === null) throw new Error("This form stands outside the builder.");
  return building;
}

/** Sets the value at a place, or takes it out. */
export function useSetter(): (path: Path, value: unknown, said: string) => void {
  const { text, change } = useBuilding();
  return (path, value, said) => change(changed(text, path, value), said);
}
