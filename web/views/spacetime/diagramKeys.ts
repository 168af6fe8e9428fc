/** What keys mean while the diagram has the focus. Pure; must not know what the verbs do. */

export interface KeyVerbs {
  /** By a share of the width. */
  pan(share: number): void;
  zoom(steps: number): void;
  whole(): void;
  round(): void;
  follow(): void;
  /** The cursor, to the previous or next message. */
  move(direction: 1 | -1): void;
  select(): void;
  go(): void;
}

/** True when the key meant something. */
export function diagramKey(key: string, shift: boolean, verbs: KeyVerbs): boolean {
  const step = shift ? 0.5 : 0.08;
  switch (key) {
    case "ArrowLeft":
      verbs.pan(-step);
      return true;
    case "ArrowRight":
      verbs.pan(step);
      return true;
    case "+":
    case "=":
      verbs.zoom(1);
      return true;
    case "-":
    case "_":
      verbs.zoom(-1);
      return true;
    case "0":
      verbs.whole();
      return true;
    case "1":
      verbs.round();
      return true;
    case "f":
    case "F":
      verbs.follow();
      return true;
    case "[":
      verbs.move(-1);
      return true;
    case "]":
      verbs.move(1);
      return true;
    case "Enter":
      verbs.select();
      return true;
    case "g":
    case "G":
      verbs.go();
      return true;
    default:
      return false;
  }
}
