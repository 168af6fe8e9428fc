/** Keeps a fault of one region from taking the page down; the region can be drawn again. */

import { Component, type ReactNode } from "react";
import { isOneFile } from "@/language/beside";
import { t } from "@/language/words";

import { Button } from "./Button";
import { NotFetched } from "./lazily";
import css from "./Section.module.css";

interface BoundaryProps {
  name: string;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { name, children } = this.props;
    if (error === null) return children;
    const again = (): void => {
      if (error instanceof NotFetched) error.forget();
      this.setState({ error: null });
    };
    if (error instanceof NotFetched && isOneFile())
      return (
        <p role="alert" className={css.broken}>
          {t("{name} is not in this file: the page has it.", { name })}
        </p>
      );
    return (
      <div role="alert" className={css.broken}>
        <p>
          <b>
            {error instanceof NotFetched
              ? t("{name} could not be fetched.", { name })
              : t("{name} could not be drawn.", { name })}
          </b>{" "}
          {t("The run itself goes on.")}
        </p>
        <p className="small">{error instanceof Error ? error.message : String(error)}</p>
        {error instanceof NotFetched ? (
          <>
            <Button onClick={again}>{t("Try again")}</Button>{" "}
            {/* After an update of the page the file has another name. */}
            <Button onClick={() => location.reload()}>{t("Load the page again")}</Button>
          </>
        ) : (
          <Button onClick={again}>{t("Draw again")}</Button>
        )}
      </div>
    );
  }
}
