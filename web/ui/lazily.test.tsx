/** A part of the page whose file could not be fetched is asked for again. */

import { prerender } from "react-dom/static";
import { describe, expect, it } from "vitest";

import { lazily, NotFetched } from "./lazily";

/** What is drawn, or what was thrown. */
async function drawn(Part: (props: object) => React.ReactNode): Promise<string | NotFetched> {
  let thrown: unknown;
  try {
    const { prelude } = await prerender(<Part />, {
      onError: (error) => {
        thrown = error;
      },
    });
    return await new Response(prelude).text();
  } catch {
    if (thrown instanceof NotFetched) return thrown;
    throw thrown;
  }
}

describe("a part that is fetched", () => {
  /** The network is gone the first so many times. */
  function failing(times: number) {
    let asked = 0;
    return async () => {
      asked += 1;
      if (asked <= times) throw new TypeError("Failed to fetch");
      return { default: () => <b>here</b> };
    };
  }

  it("stays away until somebody tries again, and is really asked for then", async () => {
    const Part = lazily(failing(2));
    for (const _ of [1, 2]) {
      const error = await drawn(Part);
      expect(error).toBeInstanceOf(NotFetched);
      expect(await drawn(Part)).toBe(error);
      (error as NotFetched).forget();
    }
    expect(await drawn(Part)).toBe("<b>here</b>");
  });

  it("says why", async () => {
    expect(await drawn(lazily(failing(1)))).toMatchObject({ message: "Failed to fetch" });
  });

  it("has another one in its place where it can be done without", async () => {
    const Part = lazily(failing(1), () => <i>later</i>);
    expect(await drawn(Part)).toBe("<i>later</i>");
  });
});
