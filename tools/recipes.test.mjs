/**
 * The recipes for clusters and containers: their shape, and that every file, port, program and version
 * they name is there. Nothing here runs a container.
 */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { checkArguments } from "./class.mjs";
import { DOOR_PORT, IN_CONTAINER } from "./class-server.mjs";
import { HASHED, headersOf } from "./headers.mjs";
import { ROOT } from "./steps.mjs";

const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const exists = (file) => fs.existsSync(path.join(ROOT, file));

/** Images that others publish; a name without a host is all that stands in a file. */
const PUBLISHED = /^(?:node|nats|caddy|rust|rayproject\/ray):[\w.${}-]+$/;

/** What a stage of the Dockerfile says: its base, and its lines. */
function stages() {
  const text = read("Dockerfile").replace(/\\\n\s*/g, "");
  const found = text.split(/^FROM /m).slice(1);
  return new Map(
    found.map((stage) => {
      const [head, ...lines] = stage.trim().split("\n");
      const [base, , name] = head.split(" ");
      return [name, { base, lines: lines.filter((line) => line !== "" && !line.startsWith("#")) }];
    }),
  );
}

describe("the Dockerfile", () => {
  it("builds on published images and its own stages, with the compiler of the project", () => {
    const all = stages();
    const strange = [...all.values()].filter(({ base }) => !all.has(base) && !PUBLISHED.test(base));
    expect(strange).toEqual([]);
    const [, channel] = /^channel = "(.*)"$/m.exec(read("rust-toolchain.toml"));
    expect(all.get("tools").base).toBe(`rust:${channel}-bookworm`);
  });

  it("copies what there is", () => {
    for (const [name, { lines }] of stages()) {
      const copied = lines.filter((line) => /^COPY (?!--from|\. )/.test(line));
      const files = copied.flatMap((line) => line.split(" ").slice(1, -1));
      expect(
        files.filter((file) => !exists(file)),
        name,
      ).toEqual([]);
    }
  });

  it("runs page and door as nobody in particular, and asks them how they are", () => {
    for (const name of ["page", "door"]) {
      const { lines } = stages().get(name);
      expect(
        lines.some((line) => line === "USER 1000:1000"),
        name,
      ).toBe(true);
      expect(
        lines.some((line) => line.startsWith("HEALTHCHECK ")),
        name,
      ).toBe(true);
    }
  });

  it("has every package that the door imports, and what these need", () => {
    const copied = stages()
      .get("door")
      .lines.flatMap((line) => /from=build \/atlas\/node_modules\/(\S+)/.exec(line)?.[1] ?? []);
    const isThere = (name) => copied.some((one) => name === one || name.startsWith(`${one}/`));
    const files = ["class-clerk", "class-door", "class-server"].map((name) => `tools/${name}.mjs`);
    const wanted = files.flatMap((file) =>
      [...read(file).matchAll(/from "((?!node:|\.)[^"]+)"/g)].map(([, name]) => name),
    );
    expect(wanted.length).toBeGreaterThan(0);
    for (const name of wanted) {
      expect(isThere(name), name).toBe(true);
      const { dependencies = {} } = JSON.parse(read(`node_modules/${name}/package.json`));
      wanted.push(...Object.keys(dependencies));
    }
  });

  it("starts the door with words that it knows", () => {
    const { lines } = stages().get("door");
    const command = JSON.parse(lines.find((line) => line.startsWith("CMD ")).slice(4));
    checkArguments(command);
    expect(lines).toContain(`EXPOSE ${DOOR_PORT}`);
    expect(command).toContain(`nats:${IN_CONTAINER.wsPort}`);
  });

  it("is what the dev container is made of", () => {
    const { build, forwardPorts } = JSON.parse(read(".devcontainer/devcontainer.json"));
    expect(exists(path.join(".devcontainer", build.dockerfile))).toBe(true);
    expect(stages().has(build.target)).toBe(true);
    expect(forwardPorts).toContain(4173);
  });
});

describe("compose.yaml of a class", () => {
  const { services, volumes } = parse(read("docs/class/compose.yaml"));

  it("has images that are built here or published, and volumes that are declared", () => {
    for (const [name, { build, image, volumes: used = [], depends_on = {} }] of Object.entries(
      services,
    )) {
      if (build === undefined) expect(image, name).toMatch(PUBLISHED);
      else expect([...stages().keys()], name).toContain(build.target);
      expect(
        used.filter((volume) => !(volume.split(":")[0] in volumes)),
        name,
      ).toEqual([]);
      expect(
        Object.keys(depends_on).filter((other) => !(other in services)),
        name,
      ).toEqual([]);
    }
  });

  it("lets nobody in but through the page’s server, which has TLS", () => {
    const open = Object.keys(services).filter((name) => services[name].ports !== undefined);
    expect(open).toEqual(["page"]);
    expect(services.page.ports).toContain("443:443");
    expect(services.page.environment.ATLAS_HOST).toMatch(/^\$\{ATLAS_HOST:-localhost\}$/);
  });

  it("starts server and door with what the accounts were written as", () => {
    const { command } = services.accounts;
    expect(command[0]).toMatch(
      /^test -f \/made\/class\.json \|\| node tools\/class\.mjs --config \/made /,
    );
    checkArguments(["--config", "/made", "--site", "https://localhost/"]);
    checkArguments(services.door.command);
    expect(services.door.command).toContain(`nats:${IN_CONTAINER.wsPort}`);
    expect(services.nats.command).toEqual(["-c", "/made/nats-server.conf"]);
    expect(services.nats.volumes).toContain(`class-data:${IN_CONTAINER.folder}`);
  });
});

describe("the Caddyfile of a class", () => {
  const caddy = read("docs/class/Caddyfile");

  it("leads to the page and the door, and nowhere past it", () => {
    expect(caddy).toContain(`reverse_proxy {$ATLAS_DOOR:door:${DOOR_PORT}}`);
    expect(caddy.match(/reverse_proxy/g)).toHaveLength(1);
    expect(caddy).toMatch(/^\{\$ATLAS_HOST:localhost\} \{$/m);
    expect(stages().get("page").lines).toContain("COPY docs/class/Caddyfile /etc/caddy/Caddyfile");
  });

  it("sends the headers that the documents ask of a careful host", () => {
    const { "Content-Security-Policy": policy, "Cache-Control": fresh, ...others } = headersOf("/");
    for (const [name, value] of Object.entries(others))
      expect(caddy).toContain(`${name} ${value}\n`);
    expect(caddy).toContain(`header @unhashed Cache-Control ${fresh}\n`);
    const kept = headersOf("assets/index-abcdefgh.js")["Cache-Control"];
    expect(caddy).toContain(`header @hashed Cache-Control "${kept}"`);
    expect(caddy.match(/path_regexp (\S+)/g)).toEqual(
      Array(2).fill(`path_regexp ${HASHED.source}`),
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(caddy).toContain(`header @own Content-Security-Policy "frame-ancestors 'none'"`);
  });
});

describe("the chart of a class", () => {
  const folder = "docs/class/chart";
  const values = parse(read(`${folder}/values.yaml`));
  const names = fs.readdirSync(path.join(ROOT, folder, "templates"));
  const templates = names.map((name) => read(`${folder}/templates/${name}`)).join("\n---\n");

  it("says what helm wants to know of it", () => {
    const chart = parse(read(`${folder}/Chart.yaml`));
    expect(chart).toMatchObject({ apiVersion: "v2", type: "application" });
    expect(chart.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("asks for values that there are, and for all of them", () => {
    const asked = new Set([...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name));
    const known = Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === "object"
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : [name],
    );
    expect([...asked].sort()).toEqual(known.sort());
  });

  it("leads the ingress to page and door, with TLS, and keeps all others from the server", () => {
    const ingress = read(`${folder}/templates/ingress.yaml`);
    expect(ingress).toMatch(/path: \/class\n\s+pathType: Exact\n[\s\S]*?-door\n/);
    expect(ingress).toMatch(/path: \/\n\s+pathType: Prefix\n[\s\S]*?-page\n/);
    expect(ingress).toContain("secretName: {{ .Values.ingress.tlsSecret | quote }}");
    expect(templates).toMatch(
      /kind: NetworkPolicy[\s\S]*matchLabels: \{ app: \{\{ .Release.Name \}\}-door \}/,
    );
    expect(templates).toContain(`containerPort: ${DOOR_PORT}`);
    expect(templates).toContain(`-nats:${IN_CONTAINER.wsPort}"`);
    expect(templates).toContain(`mountPath: ${IN_CONTAINER.folder} }`);
    expect(templates.match(/runAsNonRoot: true/g)).toHaveLength(3);
  });

  it("starts the door with words that it knows", () => {
    const [, args] = /args:\n((?: +- .*\n)+)/.exec(read(`${folder}/templates/door.yaml`));
    const words = args
      .trim()
      .split("\n")
      .map((line) => line.replace(/^ *- "?|"$/g, ""));
    checkArguments(words);
  });
});

describe("the recipes for Ray", () => {
  const [, ray] = /^ray==(.*)$/m.exec(read("python/requirements-test.txt"));
  const job = parse(read("docs/ray/rayjob.yaml"));

  it("have one Ray, the one that the package is tested with", () => {
    expect(read("docs/ray/Dockerfile")).toContain(`ARG RAY_VERSION=${ray}\n`);
    expect(job.spec.rayClusterSpec.rayVersion).toBe(ray);
  });

  it("are a RayJob with all that KubeRay requires", () => {
    expect(job).toMatchObject({ apiVersion: "ray.io/v1", kind: "RayJob" });
    const { headGroupSpec, workerGroupSpecs } = job.spec.rayClusterSpec;
    for (const group of [headGroupSpec, ...workerGroupSpecs]) {
      const [{ name, image, resources }] = group.template.spec.containers;
      expect(image, name).toMatch(/^[\w-]+:\d+$/);
      expect(resources.limits, name).toEqual(resources.requests);
      expect(group.rayStartParams, name).toBeTypeOf("object");
    }
    const [{ groupName, replicas, minReplicas, maxReplicas }] = workerGroupSpecs;
    expect(groupName).not.toBe("");
    expect(minReplicas <= replicas && replicas <= maxReplicas).toBe(true);
    // Keys of the store are where the command runs: the workers write nothing.
    const [head] = headGroupSpec.template.spec.containers;
    const mounts = head.volumeMounts.map(({ name }) => name);
    const volumes = headGroupSpec.template.spec.volumes.map(({ name }) => name);
    expect(mounts.filter((name) => !volumes.includes(name))).toEqual([]);
    expect(job.spec.entrypoint).toMatch(/^python -m raft_atlas sweep \/sweeps\/read-modes\.json /);
    expect(exists("public/sweeps/read-modes.json")).toBe(true);
    expect(workerGroupSpecs[0].labels).toEqual({ pool: "workers" });
    expect(job.spec.entrypoint).toContain("--label pool=workers");
  });

  it("have runtime environments that YAML can read", () => {
    expect(parse(job.spec.runtimeEnvYAML)).toHaveProperty("env_vars");
    const environment = parse(read("docs/ray/runtime-env.yaml"));
    expect(environment.py_modules).toEqual(["raft_atlas"]);
    expect(exists("python/src/raft_atlas/__main__.py")).toBe(true);
  });
});

describe("every recipe and workflow", () => {
  const folders = ["docs/class", "docs/ray", ".github/workflows", ".github/ISSUE_TEMPLATE"];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder))
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => `${folder}/${name}`),
  );

  it.each(files)("is YAML without a fault: %s", (file) => {
    const faults = parseAllDocuments(read(file)).flatMap(({ errors, warnings }) => [
      ...errors,
      ...warnings,
    ]);
    expect(faults).toEqual([]);
  });
});
