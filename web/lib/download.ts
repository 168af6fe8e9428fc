/**
 * Hands a text to the person as a file. Must not know what is in it.
 */

export function download(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own reference to the blob once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
