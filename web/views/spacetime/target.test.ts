/** From the page's selection to messages, and from one message to the next. */
import { describe, expect, it } from "vitest";
import { messagesOf } from "@/test/messages";
import { MessageSelector, SHOW_ALL } from "./selectMessages";
import { neighbour, pick, rowOfFlight } from "./target";

const base = { from: 0, to: 1 };
const messages = messagesOf([
  { ...base, flight: 11, sentUs: 10, endUs: 20, sentEvent: 3, endEvent: 6, request: 4 },
  { ...base, flight: 12, sentUs: 12, endUs: 22, sentEvent: 4, endEvent: 7, index: 8, entries: 3 },
  { ...base, flight: 15, sentUs: 20, endUs: 30, sentEvent: 6, endEvent: 9, request: 4, range: 2 },
]);
const shown = new MessageSelector().select(messages, SHOW_ALL, Uint16Array.of(0, 0), []);

describe("what is selected", () => {
  it("is a message by its flight, or nothing that is known", () => {
    expect(pick(messages, { message: 12 }).rows).toEqual([1]);
    expect(pick(messages, { message: 13 }).rows).toEqual([]);
    expect(pick(messages, null).rows).toEqual([]);
    expect(rowOfFlight(messages, 15)).toBe(2);
  });

  it("is the way of a request", () => {
    expect(pick(messages, { request: 4 })).toEqual({ rows: [0, 2], isPath: true, nodes: [] });
  });

  it("is what an event sent and what arrived by it", () => {
    expect(pick(messages, { event: 6 }).rows).toEqual([0, 2]);
    expect(pick(messages, { event: 0 }).rows).toEqual([]);
  });

  it("is what carried an entry", () => {
    expect(pick(messages, { entry: { range: 1, index: 9 } }).rows).toEqual([1]);
    expect(pick(messages, { entry: { range: 1, index: 11 } }).rows).toEqual([1]);
    expect(pick(messages, { entry: { range: 1, index: 8 } }).rows).toEqual([]);
    expect(pick(messages, { entry: { range: 2, index: 9 } }).rows).toEqual([]);
  });

  it("is the lane of a store or of a replica", () => {
    expect(pick(messages, { node: 1 }).nodes).toEqual([1]);
    expect(pick(messages, { replica: { range: 1, node: 0 } }).nodes).toEqual([0]);
  });
});

describe("the cursor", () => {
  it("begins at the present and goes from message to message", () => {
    expect(neighbour(shown, -1, 1, 11)).toBe(1);
    expect(neighbour(shown, -1, -1, 11)).toBe(0);
    expect(neighbour(shown, 1, 1, 0)).toBe(2);
    expect(neighbour(shown, 1, -1, 0)).toBe(0);
  });

  it("stays at the ends", () => {
    expect(neighbour(shown, 2, 1, 0)).toBe(2);
    expect(neighbour(shown, 0, -1, 0)).toBe(0);
  });
});
