/**
 * Where lanes say what is pointed at: over everything that is drawn through all of them. In it a
 * place is the surface's, not the lane's. Must not know what is said.
 */

import { createContext } from "react";

export const TipLayer = createContext<Element | null>(null);
