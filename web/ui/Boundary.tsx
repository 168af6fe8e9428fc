/**
 * Keeps a fault of one region from taking the page down: the region says what happened and can be
 * drawn again. Knows nothing of Raft.
 */

import { Component, type ReactNode } from "react";
import { t } from "@/language/words";

import { Button } from "./Button";
import css from "./Section.module.css";

interface BoundaryProps {
  /** What the region is called in the message. */
  name: string;
  children: ReactNode;
}

interface BoundaryState {
  message: string | null;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { message: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <div role="alert" className={css.broken}>
        <p>
          <b>{t("{name} could not be drawn.", { name: this.props.name })}</b>{" "}
          {t("The run itself goes on.")}
        </p>
        <p className={css.brokenWhy}>{this.state.message}</p>
        <Button onClick={() => this.setState({ message: null })}>{t("Draw again")}</Button>
      </div>
    );
  }
}
