/**
 * The page's build: a static folder that any file server can serve, under a strict content
 * security policy (tools/headers.mjs).
 */

import { createHash } from "node:crypto";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type PluginOption } from "vite";
import { compression } from "vite-plugin-compression2";
import { VitePWA } from "vite-plugin-pwa";
import { MINUTE } from "./tools/check-size.mjs";
import { HASHED, POLICY } from "./tools/headers.mjs";
import { packageFolder, pageNotices } from "./tools/notices.mjs";

/** Beside each of these the build puts the same with brotli and gzip, for hosts that look for it. */
const COMPRESSIBLE = /\.(?:html|js|css|wasm|json|svg|txt|webmanifest)$/;

const FIRST_MINUTE = new Set(MINUTE.map(inRoot));

/** What imports what, for tools/check-size.mjs; no page asks for it. */
const MANIFEST = /^\.vite\//;

/** Folders of the npm packages that are in a bundle, of the page or of a worker. */
const BUNDLED = new Set<string>();

/**
 * `@/x` is web/x; `engine` is the package that wasm-pack makes of core/wasm_engine, `wasm_tools` of
 * core/wasm_tools.
 */
export const aliases = [
  { find: /^@\//, replacement: inRoot("web/") },
  { find: /^engine$/, replacement: inRoot("core/wasm_engine/pkg/engine.js") },
  {
    find: /^engine\/wasm(\?.*)?$/,
    replacement: `${inRoot("core/wasm_engine/pkg/engine_bg.wasm")}$1`,
  },
  { find: /^wasm_tools$/, replacement: inRoot("core/wasm_tools/pkg/wasm_tools.js") },
  {
    find: /^wasm_tools\/wasm(\?.*)?$/,
    replacement: `${inRoot("core/wasm_tools/pkg/wasm_tools_bg.wasm")}$1`,
  },
];

export default defineConfig({
  // Relative: the folder works under any path of any static host.
  base: "./",
  publicDir: "public",
  plugins: [
    react(),
    contentSecurityPolicy(),
    bundled(),
    notices(),
    offline(),
    wayToManifest(),
    compressed(),
  ],
  resolve: { alias: aliases },
  define: { "import.meta.env.ENGINE_BUILD": JSON.stringify(engineBuild()) },
  worker: { format: "es", plugins: () => [bundled()] },
  build: {
    outDir: "dist",
    target: "es2023",
    // The policy allows no data: fonts and no inline code.
    assetsInlineLimit: 0,
    // Lists of what each later part needs would name every file in the first script; it asks itself.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      input: [inRoot("index.html"), inRoot("embed.html"), inRoot("gallery/index.html")],
      output: {
        // One script for all that the page needs at once: halves would each be packed worse.
        codeSplitting: {
          groups: [
            { debugName: "page", name: initialPart, tags: ["$initial"], priority: 2 },
            // So is what everybody fetches in the first minute.
            { name: "minute", test: (id) => FIRST_MINUTE.has(id), priority: 1 },
          ],
        },
      },
    },
    reportCompressedSize: false,
    manifest: true,
  },
  server: { port: 5173 },
});

const REACHED = new Map<string, ReadonlySet<string>>();

/**
 * What the gallery has in common with the page and its first minute is a part of its own: of nothing
 * else of them is it in need.
 */
function initialPart(id: string, modules: Modules): string | null {
  const has = (entry: string) => reachedFrom(entry, modules).has(id);
  if (!has(inRoot("gallery/index.html"))) return "page";
  return [inRoot("index.html"), ...FIRST_MINUTE].some(has) ? "base" : null;
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** All modules that come with an entry at once. */
function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const known = REACHED.get(entry);
  if (known !== undefined) return known;
  const reached = new Set([entry]);
  for (const id of reached)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  REACHED.set(entry, reached);
  return reached;
}

/**
 * A service worker that keeps the whole folder on the device, and what makes the page installable.
 * The page registers it itself (web/shell/offline.ts), once its first picture stands.
 */
function offline(): PluginOption {
  const icon = (src: string, sizes: string, purpose: "any" | "maskable" = "any") => ({
    src,
    sizes,
    purpose,
    type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
  });
  return VitePWA({
    strategies: "generateSW",
    registerType: "prompt",
    includeManifestIcons: false,
    injectRegister: false,
    workbox: {
      // The engine is larger than workbox expects of a file.
      maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      globPatterns: ["**/*.{html,js,css,wasm,woff2,json,svg,png,txt}"],
      // What another language says is fetched when somebody chooses it, and kept from then on.
      globIgnores: [".vite/**", "zh-CN/**", "real/**", "gallery/*.moments.svg"],
      runtimeCaching: [
        {
          urlPattern: /\/zh-CN\/[^?]*\.json$/,
          handler: "NetworkFirst",
          options: { cacheName: "zh-CN" },
        },
      ],
      dontCacheBustURLsMatching: HASHED,
      // What an address asks for is read by the page, which is one file.
      ignoreURLParametersMatching: [/./],
      navigateFallback: null,
      // The first visit is kept too; a newer version waits until it is let (web/shell/offline.ts).
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
    },
    manifest: {
      id: "./",
      name: "Raft Atlas",
      short_name: "Raft Atlas",
      description: "Real Raft groups in a page: cut a link and see.",
      start_url: "./",
      scope: "./",
      display: "standalone",
      theme_color: "#1c5bbd",
      background_color: "#f4f6f7",
      icons: [
        icon("icon.svg", "any"),
        icon("icon-192.png", "192x192"),
        icon("icon-512.png", "512x512"),
        icon("icon-maskable-512.png", "512x512", "maskable"),
      ],
    },
  });
}

/** A page in a folder finds the manifest beside the folder. */
function wayToManifest(): Plugin {
  return {
    name: "way-to-manifest",
    enforce: "post",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { path }) =>
        path.startsWith("/gallery/") ? html.replace("./manifest.", "../manifest.") : html,
    },
  };
}

/** By which a report says what made it: the first digits of the module's hash. */
function engineBuild(): string {
  const file = inRoot("core/wasm_engine/pkg/engine_bg.wasm");
  if (!fs.existsSync(file)) return "";
  return createHash("sha256").update(fs.readFileSync(file)).digest("hex").slice(0, 12);
}

function compressed(): PluginOption {
  return compression({
    include: COMPRESSIBLE,
    exclude: MANIFEST,
    algorithms: ["brotliCompress", "gzip"],
  });
}

function inRoot(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Notes which packages are in a bundle. */
function bundled(): Plugin {
  return {
    name: "bundled-packages",
    apply: "build",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== "chunk") continue;
        for (const folder of part.moduleIds.map(packageFolder)) {
          if (folder !== null) BUNDLED.add(folder);
        }
      }
    },
  };
}

/** The licences of all that is in the page, beside it; workers are bundled before. */
function notices(): Plugin {
  return {
    name: "notices",
    apply: "build",
    async generateBundle() {
      const source = await pageNotices(BUNDLED);
      this.emitFile({ type: "asset", fileName: "notices.txt", source });
    },
  };
}

/** Writes the policy into the built pages; Vite's own server needs inline code for hot reload. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}
