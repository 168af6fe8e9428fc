/** Where the nodes of a few messages stand side by side, by zone. */

interface Placed {
  readonly nodes: readonly { readonly zone: number }[];
}

export interface Columns {
  width: number;
  zones: { zone: number; x: number; width: number }[];
  nodes: { node: number; x: number }[];
  xOf(node: number): number;
}

const GAP = 6;

/** Columns of one width, for the nodes that send or receive. */
export function columnsOf(
  messages: readonly { readonly from: number; readonly to: number }[],
  world: Placed,
  lane: number,
): Columns {
  const seen = new Set(messages.flatMap(({ from, to }) => [from, to]));
  const zoneOf = (node: number): number => world.nodes[node]?.zone ?? 0;
  const order = [...seen].sort((a, b) => zoneOf(a) - zoneOf(b) || a - b);
  const zones: Columns["zones"] = [];
  const nodes: Columns["nodes"] = [];
  let x = 0;
  for (const node of order) {
    const zone = zoneOf(node);
    const last = zones.at(-1);
    if (last?.zone === zone) {
      last.width += lane;
    } else {
      if (last !== undefined) x += GAP;
      zones.push({ zone, x, width: lane });
    }
    nodes.push({ node, x: x + lane / 2 });
    x += lane;
  }
  const places = new Map(nodes.map((placed) => [placed.node, placed.x]));
  return { width: x, zones, nodes, xOf: (node) => places.get(node) ?? 0 };
}
