/** The actions of a scenario as a plan has them: which directions a cut takes, which member fails. */

import { durationUs } from "./real-units.mjs";

/** The directions between nodes of two places: of a zone all of its nodes. */
function pathsBetween(nodes, from, to, oneWay) {
  const isOf = (node, place) => node.id === place || node.zone === place;
  const isPath = (a, b) => a.id !== b.id && (a.isMember || b.isMember);
  const paths = [];
  for (const a of nodes) {
    for (const b of nodes) {
      if (!isPath(a, b)) continue;
      const there = isOf(a, from) && isOf(b, to);
      const back = !oneWay && isOf(a, to) && isOf(b, from);
      if (there || back) paths.push([a.id, b.id]);
    }
  }
  return paths;
}

/** The directions over the border of a place. */
function pathsAround(nodes, place) {
  const isIn = (node) => node.id === place || node.zone === place;
  return nodes.flatMap((a) =>
    nodes.filter((b) => isIn(a) !== isIn(b) && (a.isMember || b.isMember)).map((b) => [a.id, b.id]),
  );
}

/** @returns what the plan does at an instant; what nothing here can do is refused in the findings */
export function actionOf(action, place, nodes, findings) {
  const at_us = durationUs(action.at, `${place}.at`);
  switch (action.do) {
    case "cut": {
      const paths = pathsBetween(nodes, action.from, action.to, action.one_way === true);
      return { at_us, do: "cut", paths };
    }
    case "isolate":
      return { at_us, do: "cut", paths: pathsAround(nodes, action.place) };
    case "heal":
      if (action.fault !== undefined && action.fault !== null) {
        const why = "here all cuts heal at once";
        findings.refuse(`${place}.fault`, action.fault, "none", why);
      }
      return { at_us, do: "heal" };
    case "crash":
    case "restart":
    case "pause":
    case "resume":
    case "transfer": {
      const member = action.store ?? action.to;
      if (!nodes.some(({ id, isMember }) => isMember && id === member)) {
        findings.refuse(place, member, "a store that holds the rows", "it is no member here");
      }
      return { at_us, do: action.do, member };
    }
    default: {
      const known = "cut, isolate, heal, crash, restart, pause, resume or transfer";
      findings.refuse(`${place}.do`, action.do, known, "nothing here can do it");
      return { at_us, do: "heal" };
    }
  }
}
