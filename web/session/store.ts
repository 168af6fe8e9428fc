/** A store that only its own methods change; a commit is told when all of it is there. */

export interface Readable<S> {
  getState(): S;
  getInitialState(): S;
  subscribe(listener: (state: S, before: S) => void): () => void;
}

let depth = 0;
let isTelling = false;
/** Stores with something to tell. */
const changed = new Set<{ tell(): void }>();

/** Changes of one or several stores that are one to whoever listens. */
export function commit<T>(change: () => T): T {
  depth += 1;
  try {
    return change();
  } finally {
    depth -= 1;
    tellAll();
  }
}

/** What a listener changes is told after what it has heard: all hear everything in one order. */
function tellAll(): void {
  if (depth > 0 || isTelling) return;
  isTelling = true;
  try {
    for (const store of changed) {
      changed.delete(store);
      store.tell();
    }
  } finally {
    isTelling = false;
  }
}

export abstract class Store<S extends object> implements Readable<S> {
  private readonly initial: S;
  private state: S;
  private lastTold: S;
  private readonly listeners = new Set<(state: S, before: S) => void>();

  constructor(initial: S) {
    this.initial = initial;
    this.state = initial;
    this.lastTold = initial;
  }

  readonly getState = (): S => this.state;

  readonly getInitialState = (): S => this.initial;

  readonly subscribe = (listener: (state: S, before: S) => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** For `commit` alone. */
  tell(): void {
    const [state, before] = [this.state, this.lastTold];
    this.lastTold = state;
    for (const listener of [...this.listeners]) listener(state, before);
  }

  /** For the store's own writers. */
  protected set(changes: Partial<S>): void {
    this.state = { ...this.state, ...changes };
    commit(() => changed.add(this));
  }
}

/** Another reading of a store: the same value as long as the store holds the same. */
export function derived<S extends object>(store: Readable<S>, of: (state: S) => S): Readable<S> {
  const known = new WeakMap<S, S>();
  const read = (state: S): S => {
    const value = known.get(state) ?? of(state);
    known.set(state, value);
    return value;
  };
  return {
    getState: () => read(store.getState()),
    getInitialState: () => read(store.getInitialState()),
    subscribe: (listener) =>
      store.subscribe((state, before) => listener(read(state), read(before))),
  };
}
