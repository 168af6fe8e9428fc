/**
 * Who may import whom in web/ and e2e/, stated once and checked by dependency-cruiser on real paths,
 * so that no relative import climbs around it. tools/walls.test.mjs shows each rule trip. Biome's
 * noImportCycles finds circles of modules in tools/ too, but does not see imports of types.
 */

/** folder -> folders that it may import from, beside itself. */
export const MAY_IMPORT = {
  language: [],
  // Workers say what they say in the language that is chosen, where it arrives.
  engine: ["language"],
  model: ["engine", "language"],
  session: ["engine", "model", "language"],
  charts: ["model", "language"],
  // Pure SVG of what it is given.
  draw: ["model", "language"],
  ui: ["model", "language"],
  views: ["session", "charts", "draw", "ui", "model", "engine", "language"],
  lessons: ["views", "session", "charts", "draw", "ui", "model", "engine", "language"],
  // Leads and follows a class: what the page's run is, and nothing of how it looks.
  classroom: ["lessons", "session", "model", "engine", "language"],
  challenges: [
    "lessons",
    "views",
    "session",
    "charts",
    "draw",
    "ui",
    "model",
    "engine",
    "language",
  ],
  shell: [
    "challenges",
    "classroom",
    "lessons",
    "views",
    "session",
    "charts",
    "draw",
    "ui",
    "model",
    "engine",
    "language",
  ],
};

const PAGE = "^(web|e2e)/";
/** The two packages that are made of the core, once they are built, and before. */
const ENGINE = "^(core/wasm_(engine|tools)/|(engine|wasm_tools)(/|$))";

/** What matches `from` may not import what matches `to`. */
function wall(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

function below(folders) {
  return `^web/(${folders.join("|")})/`;
}

/** Packages, installed or not; the types of one that has none of its own lie apart. */
function packages(names) {
  return `(^|node_modules/)(@types/)?(${names})(/|$)`;
}

/** Imports that are still there when the types are gone. */
function atRunTime(to) {
  return { ...to, dependencyTypesNot: ["type-only"] };
}

const BETWEEN_MODULES = [
  wall(
    "circle-of-modules",
    "Modules that need each other are one; types count.",
    { path: PAGE },
    { circular: true },
  ),
];

const BETWEEN_FOLDERS = [
  ...Object.entries(MAY_IMPORT).map(([folder, others]) =>
    wall(
      `web-${folder}`,
      `web/${folder} may import from ${others.join(", ") || "nowhere else"}.`,
      { path: below([folder]) },
      { path: below(Object.keys(MAY_IMPORT)), pathNot: below([folder, ...others]) },
    ),
  ),
  wall(
    "view-to-view",
    "A view may not import another view.",
    { path: "^web/views/([^/]+)/" },
    // What all views say of themselves, beside their folders, is nobody's.
    { path: "^web/views/[^/]+/", pathNot: "^web/views/$1/" },
  ),
  {
    ...wall("circle-of-folders", "Folders that need each other are one.", {}, { circular: true }),
    scope: "folder",
  },
];

/** What runs in workers: the page starts it and speaks with it, and knows nothing of it. */
const IN_WORKERS = below(["engine/worker"]);

const OF_THE_ENGINE = [
  wall(
    "engine",
    "Only web/engine knows the engine and what is asked about its runs; web/library hands the engine on.",
    { path: PAGE, pathNot: below(["engine", "library"]) },
    { path: ENGINE },
  ),
  wall(
    "engine-types",
    "Only web/engine/worker loads the engine; beside it there are types of it, nothing that runs.",
    { path: below(["engine"]), pathNot: IN_WORKERS },
    atRunTime({ path: ENGINE }),
  ),
  wall(
    "in-workers",
    "What runs in workers is started by web/engine/workers.ts and imported by nobody.",
    { path: PAGE, pathNot: IN_WORKERS },
    { path: IN_WORKERS },
  ),
  wall(
    "workers-without-words",
    "A worker has no catalogue: the page puts what it says into words.",
    { path: IN_WORKERS },
    { path: below(["language"]) },
  ),
  wall(
    "model-types",
    "web/model is pure: of web/engine it knows types, and the engine's tables.",
    { path: below(["model"]) },
    atRunTime({ path: below(["engine"]), pathNot: "^web/engine/vocabulary\\.ts$" }),
  ),
  wall(
    "engine-by-name",
    'What is made of the core is imported as "engine" and "wasm_tools".',
    { path: PAGE },
    { path: "^core/", dependencyTypesNot: ["aliased-tsconfig-paths"] },
  ),
];

/** What other projects install: each is a package of its own. */
const PUBLISHED = ["library", "element", "replay"];

const OF_THE_TESTS = [
  wall(
    "visitor",
    "Tests and packages see the page as a visitor does: of web/ only web/engine and packages.",
    { path: `^e2e/|${below(PUBLISHED)}` },
    { path: "^web/", pathNot: below(["engine", ...PUBLISHED]) },
  ),
  ...PUBLISHED.map((folder) =>
    wall(
      `apart-${folder}`,
      "The page knows nothing of the packages, nor one of another.",
      { path: "^web/", pathNot: below([folder]) },
      { path: below([folder]) },
    ),
  ),
  wall(
    "visitor-types",
    "Tests and packages see the page as a visitor does: of web/engine only types.",
    { path: `^e2e/|${below(PUBLISHED)}` },
    atRunTime({ path: below(["engine"]) }),
  ),
];

const OF_PACKAGES = [
  wall(
    "clock",
    "Pictures are functions of simulation time; these bring a clock of their own.",
    { path: PAGE },
    { path: packages("d3|d3-transition|d3-timer") },
  ),
  wall(
    "page-by-d3",
    "Only *Scene.ts, Axis.tsx, the zoom of time and the brush touch the page through D3.",
    { path: PAGE, pathNot: "(Scene\\.tsx?|/Axis\\.tsx|/useTimeZoom\\.ts|/useBrush\\.ts)$" },
    atRunTime({ path: packages("d3-selection|d3-zoom|d3-drag|d3-axis|d3-brush") }),
  ),
  wall(
    "without-react",
    "These folders know nothing of React.",
    { path: below(["engine", "model", "classroom"]) },
    { path: packages("react|react-dom|radix-ui|@radix-ui/[^/]+") },
  ),
  wall(
    "class-server",
    "Only web/classroom/wire.ts speaks with the server of a class.",
    { path: PAGE, pathNot: "^web/classroom/wire\\.ts$" },
    { path: packages("@nats-io/[^/]+") },
  ),
  wall(
    "without-state",
    "These folders keep no state.",
    { path: below(["engine", "model", "ui", "charts"]) },
    { path: packages("zustand|idb-keyval") },
  ),
];

export default {
  forbidden: [
    ...BETWEEN_MODULES,
    ...BETWEEN_FOLDERS,
    ...OF_THE_ENGINE,
    ...OF_THE_TESTS,
    ...OF_PACKAGES,
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // Types are imports too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // What only unit tests share: it knows every folder, and every folder's tests know it.
    exclude: { path: "^web/test/" },
  },
};
