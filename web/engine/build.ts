/** Which build of the engine this page has; made by vite.config.ts from the module's bytes. */

export const ENGINE_BUILD: string = import.meta.env.ENGINE_BUILD ?? "";
