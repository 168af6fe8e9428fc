/**
 * What the left panel holds below the first glance: actions by name, switches, load, requests by
 * hand.
 */

import { ByHand } from "./ByHand";
import { DoSomething } from "./DoSomething";
import { Load } from "./Load";
import { Switches } from "./Switches";

export function MoreControls() {
  return (
    <>
      <DoSomething />
      <Switches />
      <Load />
      <ByHand />
    </>
  );
}
