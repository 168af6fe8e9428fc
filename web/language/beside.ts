/** Where files beside the page are, by `<html data-root="../">` of a page in a folder. */

/** Whether the page was saved as one file, in which some parts are left out. */
export function isOneFile(): boolean {
  return document.documentElement.dataset.opens !== undefined;
}

export function beside(file: string): string {
  // Workers have no document, and stand where the page does.
  const root = globalThis.document?.documentElement?.dataset?.root;
  return root === undefined ? file : `${root}${file.replace(/^\.\//, "")}`;
}
