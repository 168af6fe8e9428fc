/**
 * What the left panel holds below the first glance: actions by name, switches, load, requests by
 * hand.
 */

import { ByHand } from "./ByHand";
import { InjectAction } from "./InjectAction";
import { Load } from "./Load";
import { Switches } from "./Switches";

export function MoreControls() {
  return (
    <>
      <InjectAction />
      <Switches />
      <Load />
      <ByHand />
    </>
  );
}
