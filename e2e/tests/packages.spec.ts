/**
 * What builders get: the tarballs of engine and element, installed into a folder that has nothing
 * else. The examples of docs/examples run there, are typed, and come to the same digest everywhere.
 */

import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { createServer as createVite } from "vite";

import { pack } from "../../tools/pack.mjs";
import { packageFaults } from "../../tools/package-lint.mjs";
import { brokenRules } from "../axe";
import { emptyProject, run } from "../project";

const EXAMPLES = path.join(import.meta.dirname, "..", "..", "docs", "examples");
const PACKING_MS_MAX = 300_000;

/** A builder's own code, with the types that the packages bring. */
const TYPED = `
import { type Frame, loadEngine, type Run } from "@raft-atlas/engine";
import type { RaftAtlas } from "@raft-atlas/element";

export async function lead(text: string): Promise<Frame> {
  const run: Run = (await loadEngine()).open(text, { variant: "off" });
  run.act({ do: "crash", store: "s1" });
  // @ts-expect-error: no scenario file has such an action
  run.act({ do: "explode", store: "s1" });
  return run.frame();
}

export async function instant(atlas: RaftAtlas): Promise<number> {
  atlas.addEventListener("atlas-time", () => {});
  return (await atlas.act({ do: "isolate", place: "s1" })).us + document.querySelector("raft-atlas")!.children.length;
}
`;

/** A page of React with the element in it, which counts what it is told. */
const REACT = `
import { Atlas } from "@raft-atlas/element/react";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";

function Article() {
  const atlas = useRef(null);
  const [readies, count] = useState(0);
  const [digest, show] = useState("");
  const cut = async () => {
    await atlas.current.ask({ do: "advance", us: 3_000_000 });
    const { us } = await atlas.current.act({ do: "cut", from: "Oregon", to: "Ohio" });
    show((await atlas.current.ask({ do: "advance", us: us + 5_000_000 })).digest);
  };
  return (
    <main>
      <Atlas ref={atlas} scenario="first-look" seed={7} paused title="A run"
        onReady={() => count((known) => known + 1)}
        onError={({ message }) => show(message)} />
      <button onClick={cut}>Cut</button>
      <output>{digest}</output>
      <p>{readies} ready</p>
    </main>
  );
}
createRoot(document.querySelector("#root")).render(<Article />);
`;

/** The same in TypeScript, for its types. */
const REACT_TYPED = `
import { Atlas, type RaftAtlas } from "@raft-atlas/element/react";
import type { Ref } from "react";
export const component = (ref: Ref<RaftAtlas>) => (
  <Atlas ref={ref} scenario="first-look" panels="map,time" lock="all"
    onTold={({ us, text }) => console.log(us, text)}
    onState={({ run }) => console.log(run.digest)}
    // @ts-expect-error: it tells no such thing
    onTold2={() => undefined} />
);
export const article = (
  <raft-atlas scenario="first-look" seed={7} paused panels="map,time"
    onatlas-told={({ detail }) => console.log(detail.us, detail.text)}
    // @ts-expect-error: there is no such theme
    theme="pink" />
);
`;

/** Where there is no browser: neither its library nor Node's is at hand. */
const NODE_ONLY = `
import { type Figures, loadEngine } from "@raft-atlas/engine";
export async function answered(text: string): Promise<number> {
  const run = (await loadEngine()).open(text, { record: true });
  run.advanceTo(1_000_000);
  const branch = run.branch(500_000);
  const figures: Figures = branch.figures();
  const { short } = await run.why({ no_leader: 0 });
  run.close();
  return (figures.workload.main?.p99_us ?? 0) + figures.latency.p50_us + short.length;
}
`;

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    module: "NodeNext",
    strict: true,
    noEmit: true,
    types: [],
  },
  files: ["typed.ts"],
};

const TSCONFIG_NODE = {
  compilerOptions: { ...TSCONFIG.compilerOptions, lib: ["ES2022"] },
  files: ["nodeOnly.ts"],
};

const TSCONFIG_REACT = {
  compilerOptions: { ...TSCONFIG.compilerOptions, jsx: "react-jsx" },
  files: ["typed.tsx"],
};

/** An application with a bundler. */
const BUNDLED = `
import { loadEngine } from "@raft-atlas/engine";
import look from "@raft-atlas/engine/scenarios/first-look.json";
const run = (await loadEngine()).open(look, { seed: 7 });
run.advanceTo(3_000_000);
run.act({ do: "cut", from: "Oregon", to: "Ohio" });
run.advanceTo(8_000_000);
document.querySelector("output").textContent = run.digest();
`;

const KINDS: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

let tarballs: string[];
let folder: string;
let digest: string;
let server: Server;
let host: string;

function example(name: string): string {
  return fs.readFileSync(path.join(EXAMPLES, name), "utf8");
}

/** A plain static server: what anybody has who puts files somewhere. */
function serve(root: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.join(root, pathname);
    if (!fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": KINDS[path.extname(file)] ?? "text/plain" });
    response.end(fs.readFileSync(file));
  });
}

// One after the other: the packages are packed and installed once.
test.describe.configure({ mode: "default" });

test.beforeAll("an empty project gets both packages", async () => {
  test.setTimeout(PACKING_MS_MAX);
  tarballs = [await pack("engine"), await pack("element")];
  folder = await emptyProject(test.info(), {
    tarballs,
    files: {
      "engine.mjs": example("engine.mjs"),
      "engine.html": example("engine.html"),
      "element.html": example("element.html"),
      "typed.ts": TYPED,
      "tsconfig.json": JSON.stringify(TSCONFIG),
      "nodeOnly.ts": NODE_ONLY,
      "tsconfig.node.json": JSON.stringify(TSCONFIG_NODE),
      "typed.tsx": REACT_TYPED,
      "tsconfig.react.json": JSON.stringify(TSCONFIG_REACT),
      "react.jsx": REACT,
      "react.html": `<!doctype html><title>R</title><div id="root"></div><script type="module" src="react.jsx"></script>`,
      "vite.react.js": `import { raftAtlas } from "@raft-atlas/element/vite";
        export default { base: "./", plugins: [raftAtlas()], oxc: { jsx: { runtime: "automatic" } },
          build: { target: "esnext", outDir: "react", rollupOptions: { input: "react.html" } } };`,
      "bundled.js": BUNDLED,
      "bundled.html": `<output></output><script type="module" src="bundled.js"></script>`,
      "vite.config.js": `export default { base: "/dist/", build: { target: "esnext", rollupOptions: { input: "bundled.html" } } };`,
    },
    beside: ["vite", "@typescript/native", "react", "react-dom", "@types/react"],
  });
  server = serve(folder);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  host = `http://localhost:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("the engine runs in Node, and tells what happened", async () => {
  const { code, out } = await run("node", ["engine.mjs"], folder);
  expect(out).toContain("Cut the link between Oregon and Ohio.");
  expect(out).toMatch(/s2 was elected leader in term 1/);
  digest = /digest (\w{16})/.exec(out)?.[1] ?? "";
  expect(digest).not.toBe("");
  expect(code).toBe(0);
});

/** What the page prints as the digest, once it does. */
async function digestOf(page: Page): Promise<string> {
  const output = page.locator("output");
  await expect(output).toHaveText(/^\w{16}$/, { timeout: 30_000 });
  return output.innerText();
}

test("the engine runs in a browser, with a bundler and without, to the same digest", async ({
  page,
}) => {
  await page.goto(`${host}/engine.html`);
  expect(await digestOf(page)).toBe(digest);
  await expect(page.getByRole("listitem").filter({ hasText: "is cut" })).toHaveCount(1);
  const vite = path.join("node_modules", "vite", "bin", "vite.js");
  const { code, out } = await run("node", [vite, "build"], folder);
  expect(code, out).toBe(0);
  await page.goto(`${host}/dist/bundled.html`);
  expect(await digestOf(page)).toBe(digest);
});

test("the element stands in a page, is driven, and comes to the same digest", async ({ page }) => {
  await page.goto(`${host}/element.html`);
  const map = page.frameLocator("raft-atlas iframe").getByRole("button", { name: /^Link between/ });
  await expect(map.first()).toBeVisible({ timeout: 30_000 });
  const driven = await page.evaluate(async () => {
    const element = document.querySelector("raft-atlas");
    if (element === null) throw new Error("There is no element.");
    const ask = (request: object) => Reflect.apply(Reflect.get(element, "ask"), element, [request]);
    await ask({ do: "advance", us: 3_000_000 });
    await ask({ do: "act", action: { do: "cut", from: "Oregon", to: "Ohio" } });
    return (await ask({ do: "advance", us: 8_000_000 })).digest as string;
  });
  expect(driven).toBe(digest);
  expect(await brokenRules(page)).toEqual([]);
});

test("attributes open the page again, and its events bubble", async ({ page }) => {
  // The page that stood there before may be about to say that it is ready.
  const engine = page.waitForResponse(/\.wasm/);
  await page.goto(`${host}/element.html`);
  await engine;
  const begun = await page.evaluate(async () => {
    const element = document.querySelector("raft-atlas");
    if (element === null) throw new Error("There is no element.");
    const before = element.shadowRoot?.querySelector("iframe");
    const ready = new Promise<CustomEvent>((resolve) => {
      document.addEventListener("atlas-ready", (event) => resolve(event as CustomEvent));
    });
    element.setAttribute("scenario", "stale-leader");
    element.setAttribute("seed", "3");
    const { run } = (await ready).detail;
    return { run, isBeforeThere: before?.isConnected };
  });
  expect(begun.isBeforeThere).toBe(false);
  expect(begun.run).toMatchObject({ scenario: "stale-leader", seed: 3, us: 0, playing: false });
});

test("the element works in a project of React and Vite, developed and built", async ({ page }) => {
  test.setTimeout(90_000);
  const vite = path.join("node_modules", "vite", "bin", "vite.js");
  const { code, out } = await run("node", [vite, "build", "--config", "vite.react.js"], folder);
  expect(code, out).toBe(0);
  const configFile = path.join(folder, "vite.react.js");
  const developed = await createVite({ root: folder, configFile, server: { port: 0, hmr: false } });
  await developed.listen();
  const [local] = developed.resolvedUrls?.local ?? [];
  try {
    for (const address of [`${host}/react/react.html`, `${local}react.html`]) {
      await page.goto(address);
      // The page's script runs once, and so each event is told once.
      await expect(page.getByText("1 ready")).toBeVisible({ timeout: 30_000 });
      await page.getByRole("button", { name: "Cut" }).click();
      expect(await digestOf(page), address).toBe(digest);
      await expect(page.getByText("1 ready")).toBeVisible();
    }
  } finally {
    await developed.close();
  }
});

test("a builder's code is typed by what the packages bring", async () => {
  const tsc = path.join("node_modules", "@typescript", "native", "bin", "tsc");
  for (const project of ["tsconfig.json", "tsconfig.node.json", "tsconfig.react.json"]) {
    const { code, out } = await run("node", [tsc, "--project", project], folder);
    expect(out, project).toBe("");
    expect(code).toBe(0);
  }
});

test("those who judge packages find nothing in them", async () => {
  for (const tarball of tarballs) expect(await packageFaults(tarball), tarball).toEqual([]);
});

test("a package’s scripts come with their sources, called as in web/", () => {
  for (const [name, script] of Object.entries({ engine: "run", element: "element/RaftAtlas" })) {
    const file = path.join(folder, "node_modules", "@raft-atlas", name, `${script}.js.map`);
    const { sources, sourcesContent } = JSON.parse(fs.readFileSync(file, "utf8"));
    expect(sources).toEqual([expect.stringMatching(/^(?:library|element)\/\w+\.ts$/)]);
    expect(sourcesContent[0]).toContain("export class");
  }
});

test("a package brings the licences of all that is in it", () => {
  const notices = (name: string): string =>
    fs.readFileSync(path.join(folder, "node_modules", "@raft-atlas", name, "NOTICES.txt"), "utf8");
  for (const linked of ["raft 0.7.0", "protobuf ", "The Rust standard library"]) {
    expect(notices("engine")).toContain(linked);
    expect(notices("element")).toContain(linked);
  }
  for (const bundled of ["@fontsource-variable/inter", "react-dom", "workbox-core", "d3-zoom"]) {
    expect(notices("element")).toContain(`\n${bundled} `);
  }
});
