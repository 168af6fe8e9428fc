/** The run that lanes and pictures are held against comes along while one of them stands. */

import { useEffect } from "react";
import { against } from "./ghost";

export function useComing(): void {
  useEffect(() => against.follow(), []);
}
