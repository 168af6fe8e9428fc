/** An import over the real lens: which files it takes for what, and what it asks for. */

import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as lens from "wasm_tools";
import { adviceFormOf } from "@/model/importing/adviceForm";
import { file, type Import, importing, settled } from "./importing";
import { ROOT } from "./realEngine";

const example = (name: string): string =>
  fs.readFileSync(path.join(ROOT, "core", "import", "testdata", name), "utf8");

describe("the real lens", () => {
  beforeAll(() => {
    const module = fs.readFileSync(
      path.join(ROOT, "core", "wasm_tools", "pkg", "wasm_tools_bg.wasm"),
    );
    lens.initSync({ module });
  });

  /** As the worker asks it. */
  const real = () =>
    importing(({ files, latencies }) => {
      const names = (list: Import["files"]) => list.map(({ name }) => name);
      const texts = (list: Import["files"]) => list.map(({ text }) => text);
      const answer = lens.imported(names(files), texts(files), names(latencies), texts(latencies));
      return { type: "imported", answer };
    });

  test.each([
    ["tiup.yaml", "cluster"],
    ["cockroach-zone.yaml", "cluster"],
    ["etcd-members.txt", "cluster"],
    ["yugabyte-admin.sh", "cluster"],
    ["matrix.csv", "latency"],
    ["matrix.md", "latency"],
    ["latency.json", "latency"],
    ["ping-linux.txt", "latency"],
    ["mtr.json", "latency"],
  ])("says that %s is of the %s", async (name, role) => {
    const { importer } = real();
    await importer.add([file(name, example(name))]);
    expect(importer.store.getState().files.map((given) => given.role)).toEqual([role]);
    expect(await importer.isFor(name, example(name))).toBe(true);
  });

  test.each([
    ["a broken line of a cluster", "tikv_servers: 3", true],
    ["a text without any of it", "hello", false],
    ["no text at all", "", false],
    ["another JSON", "[1, 2, 3]", false],
    ["an empty object", "{}", false],
    ["a table without a number", '{ "a": { "b": null } }', false],
    ["JSON that cannot be read", '{ "title": ', false],
  ])("says of %s whether it is for an import", async (_, text, expected) => {
    expect(await real().importer.isFor("file", text)).toBe(expected);
  });

  test("asks for a round trip that nobody published, and takes what is typed", async () => {
    const { importer } = real();
    importer.paste(
      ["mars", "venus"]
        .map((at) => `cockroach start --store=${at} --locality=region=${at},zone=${at}-a`)
        .join("\n"),
    );
    const asks = await settled(importer);
    expect(asks.answer?.scenario).toBeNull();
    expect(asks.pairs).toEqual([{ a: "mars", b: "venus", rtt: "" }]);
    importer.typeRoundTrip(0, "soon");
    const { answer: wrong } = await settled(importer);
    expect(wrong?.complaints[0]).toMatchObject({ spot: { file: "typed round trips", line: 2 } });
    importer.typeRoundTrip(0, "7.5");
    const { answer, pairs } = await settled(importer);
    expect(answer?.complaints).toEqual([]);
    expect(answer?.scenario).toContain('"rtt": "7500us"');
    expect(pairs).toHaveLength(1);
  });

  test.each(["tiup.yaml", "cockroach-start.sh", "yugabyte.json", "etcd-members.json"])(
    "reads the network of %s as a form of advice",
    async (name) => {
      const { importer } = real();
      await importer.add([file(name, example(name))]);
      const { answer } = await settled(importer);
      const form = adviceFormOf(answer?.scenario ?? "", answer?.system ?? "");
      const { plan, problems } = lens.advised(form);
      expect(problems).toEqual([]);
      const { topology } = JSON.parse(answer?.scenario ?? "") as {
        topology: { zones: { id: string }[]; stores: unknown[] };
      };
      expect(plan?.form.zones.map(({ id }) => id)).toEqual(topology.zones.map(({ id }) => id));
      const stores = plan?.form.zones.reduce((sum, zone) => sum + zone.stores, 0);
      expect(stores).toBe(topology.stores.length);
    },
  );
});
