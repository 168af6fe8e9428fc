/**
 * Where the page's own scenarios lie as the engine takes them: names that only who opens another
 * scenario than the first one needs.
 */

/** File -> address; files are named by scenario and by the stamp of its text. */
export const FILES = import.meta.glob<string>("../../core/reader/pkg/prepared/*.run", {
  query: "?url",
  import: "default",
  eager: true,
});
