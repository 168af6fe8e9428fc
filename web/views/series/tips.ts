/** Where lanes say what is pointed at: over everything, in places of the surface. */

import { createContext } from "react";

export const TipLayer = createContext<Element | null>(null);
