/** Hands a text or a picture to the person as a file. Must not know what is in it. */

/** A text without a type of its own is JSON. */
export function download(name: string, content: string | Blob): void {
  const blob =
    typeof content === "string" ? new Blob([content], { type: "application/json" }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own reference to the blob once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
