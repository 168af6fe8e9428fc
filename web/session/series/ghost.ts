/** The page's run to hold the lanes against: one, made when the lanes are first looked at. */

import { pageStore } from "../pageStore";
import { makeLink } from "../simClient";
import { simStore } from "../simStore";
import { Against } from "./against";

export const against = new Against(simStore, pageStore, makeLink);
