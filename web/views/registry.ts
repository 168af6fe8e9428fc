/** All views, in the order of their tabs: a new view is an entry here and its folder. */

import { bottleneck } from "./bottleneck/view";
import { bytes } from "./bytes/view";
import { compare } from "./compare/view";
import { events } from "./events/view";
import { futures } from "./futures/view";
import { logs } from "./logs/view";
import { meters } from "./meters/view";
import { modes } from "./modes/view";
import { requests } from "./requests/view";
import { series } from "./series/view";
import { spacetime } from "./spacetime/view";
import type { View } from "./view";

export const VIEWS: readonly View[] = [
  series,
  spacetime,
  logs,
  requests,
  bytes,
  events,
  modes,
  futures,
  bottleneck,
  meters,
  compare,
];
