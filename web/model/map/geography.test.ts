/** Distance is delay, as far as a plane and the islands' sizes let it be. */
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { durationUs } from "../durations";
import { type Geography, geography, type Island, scaleBar } from "./geography";
import { overlaps, type Point, type Rect } from "./geometry";

type Delays = number[][];

const STAGE: Rect = { x: 0, y: 0, w: 1240, h: 420 };
const AREAS: readonly Rect[] = [
  STAGE,
  { x: 24, y: 24, w: 952, h: 380 },
  { x: 24, y: 8, w: 952, h: 310 },
  { x: 8, y: 8, w: 600, h: 330 },
  { x: 8, y: 8, w: 370, h: 360 },
];

/** Delays from those of its upper half, in milliseconds. */
function delaysOf(...rows: number[][]): Delays {
  const count = rows.length + 1;
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => {
      if (i === j) return 0;
      return 1000 * (rows[Math.min(i, j)]?.[Math.abs(i - j) - 1] ?? 0);
    }),
  );
}

function equalDelays(count: number, ms: number): Delays {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => (i === j ? 0 : ms * 1000)),
  );
}

/** Four regions of three zones: half a millisecond inside, 30 to 90 ms between. */
function regions(): Delays {
  const far = [
    [0, 30, 60, 90],
    [30, 0, 45, 80],
    [60, 45, 0, 50],
    [90, 80, 50, 0],
  ];
  const region = (zone: number) => Math.floor(zone / 3);
  return Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: 12 }, (_, j) => {
      if (i === j) return 0;
      return region(i) === region(j) ? 500 : 1000 * (far[region(i)]?.[region(j)] ?? 0);
    }),
  );
}

/** Islands of one size that leave an area room: a grid of them has gaps, and none is larger than full. */
function islandsFor(count: number, area: Rect): Island[] {
  const columns = Math.ceil(Math.sqrt(count * (area.w > area.h * 1.2 ? 1.6 : 1)));
  const rows = Math.ceil(count / columns);
  const w = Math.min(260, (area.w / columns) * 0.8);
  const h = Math.min(150, (area.h / Math.max(2, rows)) * 0.8);
  return Array.from({ length: count }, () => ({ w, h }));
}

function distance(a: Point | undefined, b: Point | undefined): number {
  if (!a || !b) throw new Error("a zone has no place");
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The worst pair's error, as a share of what the scale promises. */
function errorOf({ centres, pxPerMs }: Geography, delays: Delays): number {
  if (pxPerMs === null) throw new Error("the map is not to scale");
  let worst = 0;
  for (let i = 0; i < centres.length; i++)
    for (let j = i + 1; j < centres.length; j++) {
      const promised = (pxPerMs * ((delays[i]?.[j] ?? 0) + (delays[j]?.[i] ?? 0))) / 2000;
      worst = Math.max(worst, Math.abs(distance(centres[i], centres[j]) / promised - 1));
    }
  return worst;
}

function boxes(centres: readonly Point[], islands: readonly Island[]): Rect[] {
  return centres.map(({ x, y }, i) => {
    const { w, h } = islands[i] ?? { w: 0, h: 0 };
    return { x: x - w / 2, y: y - h / 2, w, h };
  });
}

/** Every island is whole inside the area, and a gap away from every other. */
function expectRoom(rects: readonly Rect[], area: Rect, gap = 8): void {
  rects.forEach((rect, i) => {
    expect(rect.x).toBeGreaterThan(area.x - 0.1);
    expect(rect.y).toBeGreaterThan(area.y - 0.1);
    expect(rect.x + rect.w).toBeLessThan(area.x + area.w + 0.1);
    expect(rect.y + rect.h).toBeLessThan(area.y + area.h + 0.1);
    for (const other of rects.slice(i + 1)) expect(overlaps(rect, other, gap)).toBe(false);
  });
}

/** The sides on which a zone stands of every other: none of them may change by itself. */
function sides(centres: readonly Point[]): string[] {
  return centres.flatMap((a, i) =>
    centres.slice(i + 1).map((b) => {
      const side = (by: number) => (Math.abs(by) < 40 ? "=" : by < 0 ? "-" : "+");
      return side(b.x - a.x) + side(b.y - a.y);
    }),
  );
}

const SHIPPED = fs
  .readdirSync("public/scenarios")
  .filter((name) => name !== "index.json")
  .map((name): [string, Delays] => [name, readDelays(`public/scenarios/${name}`)]);

function readDelays(file: string): Delays {
  const { zones, links = {} } = JSON.parse(fs.readFileSync(file, "utf8")).topology as {
    zones: { id: string }[];
    links?: {
      cross_zone?: { rtt?: string };
      between?: { zones: [string, string]; rtt?: string }[];
    };
  };
  return zones.map(({ id: a }) =>
    zones.map(({ id: b }) => {
      const own = links.between?.find(({ zones: pair }) => pair.includes(a) && pair.includes(b));
      return a === b ? 0 : (durationUs(own?.rtt ?? links.cross_zone?.rtt) ?? 1000) / 2;
    }),
  );
}

describe("a map to scale", () => {
  const CITIES = delaysOf([25, 30], [15]);

  test("says how many pixels a millisecond is, and keeps to it", () => {
    const map = geography(CITIES, islandsFor(3, STAGE), STAGE);
    expect(map.pxPerMs).toBeGreaterThan(15);
    expect(errorOf(map, CITIES)).toBeLessThan(0.12);
    expectRoom(boxes(map.centres, islandsFor(3, STAGE)), STAGE, 24);
  });

  test("stands on its longest side, the first city at the left", () => {
    const [oregon, ohio, virginia] = geography(CITIES, islandsFor(3, STAGE), STAGE).centres;
    expect(oregon?.y).toBeCloseTo(virginia?.y ?? 0, 3);
    expect(oregon?.x).toBeLessThan(virginia?.x ?? 0);
    expect(ohio?.y).toBeLessThan(oregon?.y ?? 0);
  });

  test("takes the mean of a delay that differs by direction", () => {
    const uneven = [
      [0, 4000],
      [6000, 0],
    ];
    const map = geography(uneven, islandsFor(2, STAGE), STAGE);
    expect(distance(...(map.centres as [Point, Point])) / (map.pxPerMs ?? 0)).toBeCloseTo(5, 6);
  });

  test("bends three cities that lie in one line, within the error that it may have", () => {
    const line = delaysOf([39, 110], [59.75]);
    const map = geography(line, islandsFor(3, STAGE), STAGE);
    expect(errorOf(map, line)).toBeLessThan(0.12);
    const ys = map.centres.map(({ y }) => y);
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(100);
  });

  test("holds for every map that is said to be to scale", () => {
    const said = [...SHIPPED, ["five cities", delaysOf([5, 9, 12, 20], [6, 9, 17], [5, 12], [9])]];
    let maps = 0;
    for (const [, delays] of said as [string, Delays][])
      for (const area of AREAS) {
        const map = geography(delays, islandsFor(delays.length, area), area);
        if (map.pxPerMs === null) continue;
        expect(errorOf(map, delays)).toBeLessThan(0.12 + 1e-9);
        maps++;
      }
    expect(maps).toBeGreaterThan(50);
  });
});

describe("a map is not to scale", () => {
  const scale = (delays: Delays, islands = islandsFor(delays.length, STAGE)) =>
    geography(delays, islands, STAGE).pxPerMs;

  test("where delays differ more than eightfold", () => {
    const small = islandsFor(3, { ...STAGE, w: 200, h: 120 });
    expect(scale(delaysOf([40, 40], [5.1]), small)).not.toBeNull();
    expect(scale(delaysOf([40, 40], [4.9]), small)).toBeNull();
  });

  test("where all delays are under a millisecond", () => {
    expect(scale(equalDelays(3, 1))).not.toBeNull();
    expect(scale(equalDelays(3, 0.9))).toBeNull();
  });

  test("where a plane has no room for its distances", () => {
    expect(scale(equalDelays(4, 10))).toBeNull();
  });

  test("where the islands have no room for its distances", () => {
    const delays = delaysOf([20, 20], [2.6]);
    expect(scale(delays, islandsFor(3, { ...STAGE, w: 300, h: 100 }))).not.toBeNull();
    expect(scale(delays, islandsFor(3, STAGE))).toBeNull();
  });

  test("where there is one zone, or no delay is known", () => {
    expect(scale([[0]])).toBeNull();
    expect(scale([])).toBeNull();
    expect(scale(equalDelays(3, 0))).toBeNull();
  });

  test("and near zones stay nearer than far ones all the same", () => {
    const [lisbon, boston, newYork] = geography(
      delaysOf([40, 40], [4]),
      islandsFor(3, STAGE),
      STAGE,
    ).centres;
    expect(distance(boston, newYork) * 1.5).toBeLessThan(distance(lisbon, boston));
  });
});

test("a delay that is not known counts as a middling one", () => {
  const some = delaysOf([20, 30], [20]);
  const less = some.map((row, i) => row.map((us, j) => (i + j === 1 ? Number.NaN : us)));
  const places = (delays: Delays) => geography(delays, islandsFor(3, STAGE), STAGE);
  expect(places(less).pxPerMs).not.toBeNull();
  expectRoom(boxes(places(less).centres, islandsFor(3, STAGE)), STAGE);
  expect(places(equalDelays(3, 0)).centres).toEqual(places(equalDelays(3, 0.5)).centres);
});

describe("equal delays look composed", () => {
  const centresOf = (count: number, area = STAGE) =>
    geography(equalDelays(count, 0.5), islandsFor(count, area), area).centres;

  test("three stand in a triangle on a level side, in reading order", () => {
    const [top, left, right] = centresOf(3);
    expect(left?.y).toBeCloseTo(right?.y ?? 0, 6);
    expect(top?.x).toBeCloseTo(STAGE.w / 2, 6);
    expect(top?.y).toBeLessThan(left?.y ?? 0);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
    expect(distance(top, left)).toBeCloseTo(distance(top, right), 6);
  });

  test("four stand in a rectangle", () => {
    const [a, b, c, d] = centresOf(4);
    expect(distance(a, d)).toBeCloseTo(distance(b, c), 6);
    expect(a?.y).toBeCloseTo(b?.y ?? 0, 6);
    expect(a?.x).toBeCloseTo(c?.x ?? 0, 6);
  });

  test.each([2, 3, 4, 5, 6, 8, 9, 12])("%i are the same on the left and on the right", (count) => {
    for (const area of AREAS) {
      const centres = centresOf(count, area);
      const middle = area.x + area.w / 2;
      for (const { x, y } of centres) {
        const image = { x: 2 * middle - x, y };
        expect(Math.min(...centres.map((other) => distance(image, other)))).toBeLessThan(1);
      }
    }
  });

  test("they fill most of a stage's height, and half of its width", () => {
    for (const count of [3, 4, 5, 6, 9, 12]) {
      const rects = boxes(centresOf(count), islandsFor(count, STAGE));
      const size = (from: (rect: Rect) => number, to: (rect: Rect) => number) =>
        Math.max(...rects.map(to)) - Math.min(...rects.map(from));
      expect(
        size(
          ({ x }) => x,
          ({ x, w }) => x + w,
        ),
      ).toBeGreaterThan(STAGE.w * 0.5);
      expect(
        size(
          ({ y }) => y,
          ({ y, h }) => y + h,
        ),
      ).toBeGreaterThan(STAGE.h * 0.75);
    }
  });
});

describe("islands are whole and clear of each other", () => {
  test.each(AREAS)("twelve zones in four regions, in $w × $h", (area) => {
    const islands = islandsFor(12, area);
    expectRoom(boxes(geography(regions(), islands, area).centres, islands), area, 6);
  });

  test.each(AREAS)("one to twelve zones of any delays, in $w × $h", (area) => {
    for (let count = 1; count <= 12; count++)
      for (let draw = 0; draw < 6; draw++) {
        const delays = Array.from({ length: count }, (_, i) =>
          Array.from({ length: count }, (_, j) =>
            i === j ? 0 : 500 + (((i + 1) * (j + 1) * (draw + 3) * 7919) % 60_000),
          ),
        );
        const islands = islandsFor(count, area);
        expectRoom(boxes(geography(delays, islands, area).centres, islands), area, 6);
      }
  });

  test("islands of different sizes too", () => {
    const islands = [320, 120, 200, 90].map((w) => ({ w, h: w / 2 }));
    const { centres } = geography(delaysOf([7, 20, 20], [20, 20], [7]), islands, STAGE);
    expectRoom(boxes(centres, islands), STAGE, 20);
  });

  test.each(SHIPPED)("%s", (_, delays) => {
    for (const area of AREAS) {
      const islands = islandsFor(delays.length, area);
      expectRoom(boxes(geography(delays, islands, area).centres, islands), area, 16);
    }
  });

  test("twelve in an area without room have places all the same", () => {
    const area = { x: 0, y: 0, w: 200, h: 100 };
    const { centres } = geography(regions(), islandsFor(12, STAGE), area);
    for (const { x, y } of centres) {
      expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    }
  });
});

describe("a map stays as it is", () => {
  test("equal input gives bit-equal places", () => {
    for (const delays of [regions(), delaysOf([25, 30], [15]), equalDelays(5, 0.5)]) {
      const islands = islandsFor(delays.length, STAGE);
      expect(geography(delays, islands, STAGE)).toStrictEqual(geography(delays, islands, STAGE));
    }
  });

  test.each(SHIPPED)("%s, when the area grows by ten pixels", (_, delays) => {
    for (const area of AREAS) {
      const islands = islandsFor(delays.length, area);
      const before = geography(delays, islands, area).centres;
      for (const [w, h] of [
        [10, 0],
        [0, 10],
        [-10, 0],
        [0, -10],
      ] as const) {
        const resized = { ...area, w: area.w + w, h: area.h + h };
        const after = geography(delays, islands, resized).centres;
        expect(sides(after)).toEqual(sides(before));
        before.forEach((centre, i) => {
          expect(distance(centre, after[i])).toBeLessThan(60);
        });
      }
    }
  });

  test("wide areas of all sizes show one picture, in the same orientation", () => {
    const delays = delaysOf([25, 30], [15]);
    const islands = islandsFor(3, { ...STAGE, w: 700, h: 330 });
    const first = sides(geography(delays, islands, { ...STAGE, w: 700, h: 330 }).centres);
    for (let w = 700; w <= 1600; w += 10)
      expect(sides(geography(delays, islands, { ...STAGE, w, h: 330 }).centres)).toEqual(first);
  });
});

test("a scale bar is the longest round number of milliseconds that has room", () => {
  expect(scaleBar(20, 150)).toEqual({ ms: 5, px: 100 });
  expect(scaleBar(20, 50)).toEqual({ ms: 2, px: 40 });
  expect(scaleBar(7, 150)).toEqual({ ms: 20, px: 140 });
  expect(scaleBar(1.5, 150)).toEqual({ ms: 100, px: 150 });
  expect(scaleBar(200, 150)).toBeNull();
});
