import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { Atlas, type AtlasProps, type RaftAtlas } from "./react.ts";

/** What React is handed for an element. */
function handed(props: AtlasProps): Record<string, unknown> {
  const { type, props: given } = Atlas(props);
  expect(type).toBe("raft-atlas");
  return given as Record<string, unknown>;
}

describe("<Atlas>", () => {
  it("is the element with its attributes, where a server renders the page too", () => {
    const page = renderToStaticMarkup(
      <Atlas scenario="first-look" seed={7} paused title="A run" />,
    );
    expect(page).toBe(
      '<raft-atlas scenario="first-look" seed="7" paused="" title="A run"></raft-atlas>',
    );
  });

  it("hands on what an event tells", () => {
    const onTold = vi.fn();
    const hear = handed({ onTold })["onatlas-told"] as (event: CustomEvent) => void;
    hear(new CustomEvent("atlas-told", { detail: { us: 1, text: "A leader." } }));
    expect(onTold).toHaveBeenCalledExactlyOnceWith({ us: 1, text: "A leader." });
  });

  it("listens to nothing that nobody hears", () => {
    const { "onatlas-time": time, "onatlas-error": error } = handed({ onReady: () => undefined });
    expect([time, error]).toEqual([undefined, undefined]);
  });

  it("gives a reference to the element", () => {
    const ref = createRef<RaftAtlas>();
    expect(handed({ ref }).ref).toBe(ref);
  });
});
