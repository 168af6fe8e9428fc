import { describe, expect, it } from "vitest";
import type { FaultSpan } from "@/engine/types";
import { FakePlayground, fakeScenario } from "@/test/fakeEngine";
import { EMPTY_SERIES, mergeSeries, seriesRequest, WHOLE_SERIES } from "./series";

describe("the run over time", () => {
  const frameAt = (us: number, request = WHOLE_SERIES) => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    playground.advance(us, 1_000_000);
    return playground.frame({ range: 0, notable_after: 0, ...request });
  };
  const span = (from_us: number, until_us: number | null = null): FaultSpan => ({
    from_us,
    until_us,
    text: "A cut.",
  });

  it("is asked for from where it is known", () => {
    const known = mergeSeries(EMPTY_SERIES, frameAt(1_000_000), false);
    expect(seriesRequest(EMPTY_SERIES)).toEqual(WHOLE_SERIES);
    const from = { completions_from: 0, leads_from: 0, commits_from: 0 };
    expect(seriesRequest(known)).toEqual({ series_after: 9, ...from });
  });

  it("forgets nothing on the way back", () => {
    const known = mergeSeries(EMPTY_SERIES, frameAt(1_000_000), false);
    const back = mergeSeries(known, frameAt(200_000, seriesRequest(known)), false);
    expect(back.buckets).toBe(known.buckets);
  });

  it("keeps when a fault will end, and those that lie ahead", () => {
    const told = (us: number, ...fault_spans: FaultSpan[]) => ({
      ...frameAt(us),
      faults_mark: fault_spans.length + 1,
      fault_spans,
    });
    const known = mergeSeries(EMPTY_SERIES, told(900, span(100, 300), span(500, 700)), false);
    const back = mergeSeries(known, told(200, span(100)), false);
    expect(back.faults).toEqual([span(100, 300), span(500, 700)]);
    const other = mergeSeries(known, told(200, span(100)), true);
    expect(other.faults).toEqual([span(100)]);
  });
});
