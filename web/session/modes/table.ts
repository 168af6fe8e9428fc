/**
 * The page's table of modes: one for the session, made when it is first looked at. Must not decide
 * anything.
 */

import { makeLink } from "../simClient";
import { simStore } from "../simStore";
import { ModeRuns } from "./modeRuns";

export const modeRuns = new ModeRuns({ store: simStore, makeLink });
