/** The page's table of modes: one for the session, made when it is first looked at. */

import { makeLink } from "../simClient";
import { simStore } from "../simStore";
import { ModeRuns } from "./modeRuns";
import { modesStore } from "./modesState";

export const modeRuns = new ModeRuns(simStore, modesStore, makeLink);
