/** The run that pictures are held against comes along while one of them stands. */

import { useEffect } from "react";
import { against } from "@/session/score/ghost";

export function useComing(): void {
  useEffect(() => against.follow(), []);
}
