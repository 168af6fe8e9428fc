/** A button that opens the browser's choice of files, or of a folder. */

import { type ComponentProps, useRef } from "react";
import { Button } from "./Button";

interface FileButtonProps extends ComponentProps<typeof Button> {
  /** What is chosen, for people who hear the page. */
  label: string;
  accept?: string;
  multiple?: boolean;
  isFolder?: boolean;
  onChoose: (files: File[]) => unknown;
}

export function FileButton({
  label,
  accept,
  multiple = false,
  isFolder = false,
  onChoose,
  ...button
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null && isFolder) element.webkitdirectory = true;
        }}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
