/**
 * Where the page of this package is: in the folder beside its scripts. A bundler moves the script
 * and leaves the page behind; the plug-in for Vite puts its own address in place of this module.
 */

// Named first: bundlers that see a file's name beside it would take that one file along, and not
// the scripts that it loads.
const here = import.meta.url;

export const PACKED = new URL("../page/embed.html", here).href;
