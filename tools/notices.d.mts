/** What the build takes from notices.mjs. */

/** The notices of the page, for the folders of the npm packages that are bundled into it. */
export function pageNotices(folders: Iterable<string>): Promise<string>;

/** The folder of the npm package that a module is of, or null. */
export function packageFolder(moduleId: string): string | null;
