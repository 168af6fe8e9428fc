/** What the message under the pointer is, beside it. */
import type { World } from "@/engine/types";
import { useSim } from "@/session/simStore";
import { useTypeScale } from "@/session/typeScale";
import type { Diagram } from "./diagram";
import type { SpaceTimeScene } from "./SpaceTimeScene";
import css from "./spacetime.module.css";
import { rowOfFlight } from "./target";
import { useDiagram } from "./useDiagram";
import { messageWords } from "./words";

const TIP_W = 250;
const TIP_H = 62;

interface TipProps {
  diagram: Diagram;
  scene: React.RefObject<SpaceTimeScene | null>;
  world: World;
}

export function TipAtPointer({ diagram, scene, world }: TipProps) {
  const pointed = useDiagram(diagram, "pointed");
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const scale = useTypeScale();
  const picture = scene.current?.picture;
  if (pointed === null || picture == null) return null;
  const row = rowOfFlight(picture.messages, pointed.flight);
  if (row < 0) return null;
  const { title, lines } = messageWords(world, picture.messages, row, nowUs);
  const isLeft = pointed.x + 16 + TIP_W * scale > picture.width;
  const isAbove = pointed.y + 16 + TIP_H * scale > picture.height;
  return (
    <div
      className={css.tip}
      style={{
        maxWidth: TIP_W * scale,
        left: isLeft ? undefined : pointed.x + 14,
        right: isLeft ? picture.width - pointed.x + 14 : undefined,
        top: isAbove ? undefined : pointed.y + 14,
        bottom: isAbove ? picture.height - pointed.y + 10 : undefined,
      }}
    >
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
