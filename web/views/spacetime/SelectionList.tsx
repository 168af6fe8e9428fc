/**
 * What is selected, as sentences: the diagram for those who cannot see it.
 */
import type { World } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import type { Diagram } from "./diagram";
import type { SpaceTimeScene } from "./SpaceTimeScene";
import { pick } from "./target";
import { useDiagram } from "./useDiagram";
import { messageSentence } from "./words";

const SENTENCES_MAX = 40;

interface ListProps {
  diagram: Diagram;
  scene: React.RefObject<SpaceTimeScene | null>;
  world: World;
}

export function SelectionList({ diagram, scene, world }: ListProps) {
  // A picture comes with each change of the diagram's settings.
  useDiagram(diagram);
  const selection = useSim((state) => state.selection);
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const messages = scene.current?.picture?.messages;
  if (messages === undefined || selection === null) return null;
  const { rows } = pick(messages, selection);
  if (rows.length === 0) return null;
  return (
    <ol className="sr-only" aria-label="Selected in the space-time diagram">
      {rows.slice(0, SENTENCES_MAX).map((row) => (
        <li key={messages.flight[row]}>{messageSentence(world, messages, row, nowUs)}</li>
      ))}
    </ol>
  );
}
