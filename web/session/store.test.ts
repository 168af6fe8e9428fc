import { describe, expect, it } from "vitest";
import { pageStore } from "./pageStore";
import { simStore } from "./simStore";
import { commit, derived, Store } from "./store";

class Counter extends Store<{ count: number; name: string }> {
  count(by = 1): void {
    this.set({ count: this.getState().count + by });
  }

  call(name: string): void {
    this.set({ name });
  }
}

const counter = (): Counter => new Counter({ count: 0, name: "" });

describe("a store", () => {
  it("tells all of one commit at once, of two stores too", () => {
    const [one, two] = [counter(), counter()];
    const told: string[] = [];
    one.subscribe((now, before) => {
      told.push(`${before.count}>${now.count} ${now.name} ${two.getState().count}`);
    });
    two.subscribe(() => told.push(`${one.getState().count}`));
    commit(() => {
      one.count();
      commit(() => one.call("a"));
      two.count(5);
    });
    expect(told).toEqual(["0>1 a 5", "1"]);
  });

  it("tells what a listener changes after what it has heard, to all in one order", () => {
    const one = counter();
    const told: number[] = [];
    one.subscribe(({ count }) => count === 1 && one.count());
    one.subscribe(({ count }) => told.push(count));
    one.count();
    expect(told).toEqual([1, 2]);
  });

  it("tells what was changed before something threw, and goes on telling", () => {
    const one = counter();
    const told: number[] = [];
    one.subscribe(({ count }) => told.push(count));
    const failing = (): void =>
      commit(() => {
        one.count();
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    one.count();
    expect(told).toEqual([1, 2]);
  });

  it("is read in another way without being another thing each time", () => {
    const one = counter();
    const doubled = derived(one, (state) => ({ ...state, count: state.count * 2 }));
    one.count();
    expect(doubled.getState()).toBe(doubled.getState());
    expect(doubled.getState().count).toBe(2);
  });

  it("is changed by its own writers alone: the compiler refuses the rest", () => {
    const others = (): void => {
      // @ts-expect-error nobody sets a field of the run
      simStore.set({ playing: true });
      // @ts-expect-error nor is there another way
      simStore.setState({ playing: true });
      // @ts-expect-error nor for the page
      pageStore.set({ lock: "all" });
    };
    expect(others).toBeTypeOf("function");
  });
});
