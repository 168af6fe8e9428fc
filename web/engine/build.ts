/**
 * Which build of the engine this page has: the same one gives the same runs, another one may not.
 * Made by vite.config.ts from the module's bytes; empty where nothing was built.
 */

export const ENGINE_BUILD: string = import.meta.env.ENGINE_BUILD ?? "";
