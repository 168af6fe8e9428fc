/** React's `lazy` for networks that fail: what could not be fetched can be asked for again. */

import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  useEffect,
} from "react";

/** The file of a part of the page could not be fetched. */
export class NotFetched extends Error {
  override name = "NotFetched";
  /** The next drawing asks for it again. */
  readonly forget: () => void;

  constructor(why: unknown, forget: () => void) {
    super(why instanceof Error ? why.message : String(why));
    this.forget = forget;
  }
}

/**
 * A failure is thrown until it is forgotten, which a Boundary does. A part that can be done without
 * has another one drawn in its place, and is asked for again once that one is gone.
 */
export function lazily<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  InItsPlace?: ComponentType<P>,
): (props: P) => ReactNode {
  // React keeps what came of a lazy component for good.
  const attempt = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        if (InItsPlace !== undefined) return { default: Without };
        throw new NotFetched(error, forget);
      }
    });
  const forget = (): void => {
    present = attempt();
  };
  const Without = (props: P): ReactNode => {
    useEffect(() => forget, []);
    return InItsPlace === undefined ? null : <InItsPlace {...props} />;
  };
  let present = attempt();
  return function Lazily(props: P) {
    const Part = present;
    return <Part {...props} />;
  };
}
