/** Which messages are shown, and where nothing is. */
import { describe, expect, it } from "vitest";
import { type MessageRow, messagesOf } from "@/test/messages";
import { mulberry } from "@/test/runs";
import {
  between,
  type Filter,
  MessageSelector,
  type Messages,
  quietStretches,
  SHOW_ALL,
} from "./selectMessages";

const ZONES = Uint16Array.of(0, 0, 1);

function selectMessages(messages: Messages, filter: Filter, zoneOfNode: Uint16Array) {
  return new MessageSelector().select(messages, filter, zoneOfNode, []);
}

function randomRows(seed: number): MessageRow[] {
  const random = mulberry(seed);
  let at = 0;
  return Array.from({ length: 300 }, () => {
    at += Math.floor(random() ** 6 * 20_000);
    return {
      sentUs: at,
      endUs: at + Math.floor(random() * 900),
      from: Math.floor(random() * 3),
      to: Math.floor(random() * 3),
      kind: Math.floor(random() * 4),
      range: Math.floor(random() * 2),
      request: Math.floor(random() * 5),
    };
  });
}

describe("what is shown", () => {
  const messages = messagesOf([
    { sentUs: 1, endUs: 5, from: 0, to: 1, kind: 0, range: 0 },
    { sentUs: 2, endUs: 6, from: 0, to: 2, kind: 1, range: 1, request: 7 },
    { sentUs: 3, endUs: 7, from: 2, to: 1, kind: 1, range: 0 },
  ]);
  const rowsWith = (changes: Partial<typeof SHOW_ALL>) => {
    const { rows, count } = selectMessages(messages, { ...SHOW_ALL, ...changes }, ZONES);
    return [...rows.subarray(0, count)];
  };

  it("is everything, or what a filter leaves", () => {
    expect(rowsWith({})).toEqual([0, 1, 2]);
    expect(rowsWith({ hiddenKinds: 0b10 })).toEqual([0]);
    expect(rowsWith({ range: 0 })).toEqual([0, 2]);
    expect(rowsWith({ request: 7 })).toEqual([1]);
    expect(rowsWith({ crossingOnly: true })).toEqual([1, 2]);
  });

  it("says which kinds there are, whatever is hidden", () => {
    const shown = selectMessages(messages, { ...SHOW_ALL, hiddenKinds: 0b11 }, ZONES);
    expect(shown.count).toBe(0);
    expect(shown.kindsSeen).toBe(0b11);
  });

  it("is the same from a record that grows as from one that is complete", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rows = randomRows(seed);
      const selector = new MessageSelector();
      const filter = { ...SHOW_ALL, hiddenKinds: seed % 2 };
      for (const count of [3, 50, 51, 200, 300, 120]) {
        const untilUs = rows[count - 1]?.sentUs ?? 0;
        // What has not ended by then may still end otherwise than planned.
        const known = rows.slice(0, count).map((row, i) => {
          if (row.endUs <= untilUs) return { ...row, outcome: 1 };
          return { ...row, outcome: 0, endUs: row.endUs + (i % 3) * 200 };
        });
        const grown = selector.select(messagesOf(known), filter, ZONES, []);
        const fresh = selectMessages(messagesOf(known), filter, ZONES);
        expect(grown.count).toBe(fresh.count);
        const seen = (shown: typeof grown) => [
          [...shown.rows.subarray(0, shown.count)],
          [...shown.latestEndUs.subarray(0, shown.count)],
          shown.kindsSeen,
        ];
        expect(seen(grown), `seed ${seed}, ${count}`).toEqual(seen(fresh));
      }
    }
  });

  it("finds every message that touches a stretch of time", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const rows = randomRows(seed);
      const shown = selectMessages(messagesOf(rows), SHOW_ALL, ZONES);
      const random = mulberry(seed);
      for (let i = 0; i < 20; i++) {
        const fromUs = random() * 1_000_000;
        const toUs = fromUs + random() * 50_000;
        const [first, end] = between(shown, fromUs, toUs);
        rows.forEach(({ sentUs, endUs }, row) => {
          if (endUs < fromUs || sentUs > toUs) return;
          expect(row >= first && row < end, `seed ${seed}, row ${row}`).toBe(true);
        });
      }
    }
  });
});

describe("quiet stretches", () => {
  it("hold no message and no mark, and miss none that is long", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const rows = randomRows(seed);
      const random = mulberry(seed + 500);
      const marks = Array.from({ length: 20 }, () => random() * 900_000).sort((a, b) => a - b);
      const shown = selectMessages(messagesOf(rows), SHOW_ALL, ZONES);
      const toUs = (shown.latestEndUs[shown.count - 1] as number) + 5_000;
      const gaps = quietStretches(shown, marks, 0, toUs);
      const isBusy = (us: number) =>
        rows.some(({ sentUs, endUs }) => sentUs <= us && us <= endUs) || marks.includes(us);
      let before = 0;
      for (let i = 0; i < gaps.count; i++) {
        const from = gaps.fromUs[i] as number;
        const to = gaps.toUs[i] as number;
        expect(from).toBeGreaterThanOrEqual(before);
        expect(to).toBeGreaterThan(from);
        before = to;
        for (const part of [0.01, 0.5, 0.99])
          expect(isBusy(from + (to - from) * part), `seed ${seed}`).toBe(false);
        expect(marks.filter((mark) => mark > from && mark < to)).toEqual([]);
      }
    }
  });

  it("grow when what happens in them is hidden", () => {
    const messages = messagesOf([
      { sentUs: 0, endUs: 500, from: 0, to: 1, kind: 0 },
      { sentUs: 5_000, endUs: 5_500, from: 0, to: 1, kind: 5 },
      { sentUs: 9_000, endUs: 9_500, from: 0, to: 1, kind: 0 },
    ]);
    const all = quietStretches(selectMessages(messages, SHOW_ALL, ZONES), [], 0, 9_500);
    const filter = { ...SHOW_ALL, hiddenKinds: 1 << 5 };
    const some = quietStretches(selectMessages(messages, filter, ZONES), [], 0, 9_500);
    expect([all.count, some.count]).toEqual([2, 1]);
    expect([some.fromUs[0], some.toUs[0]]).toEqual([500, 9_000]);
  });
});
