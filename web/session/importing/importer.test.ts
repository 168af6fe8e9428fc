/** An import over a worker that answers as it is told, and over the real lens. */

import fs from "node:fs";
import path from "node:path";
import * as lens from "lens";
import { beforeAll, describe, expect, test } from "vitest";
import type { ImportAnswer, LensCommand, LensReply } from "@/engine/lens";
import { adviceFormOf } from "@/model/importing/adviceForm";
import { ROOT } from "@/test/realEngine";
import type { LensLike } from "../advice/pool";
import { FILE_BYTES_MAX, Importer, type ImportState } from "./importer";

type Import = Extract<LensCommand, { type: "import" }>;

class Fake implements LensLike {
  onmessage: LensLike["onmessage"] = null;
  onerror: LensLike["onerror"] = null;
  isOver = false;
  private readonly answer: (command: Import) => LensReply;

  constructor(answer: (command: Import) => LensReply) {
    this.answer = answer;
  }

  postMessage(command: LensCommand): void {
    if (command.type !== "import") throw new Error(`Found ${command.type}, expected import.`);
    const data = this.answer(command);
    void Promise.resolve().then(() => this.onmessage?.({ data } as MessageEvent<LensReply>));
  }

  terminate(): void {
    this.isOver = true;
  }
}

const MADE: ImportAnswer = {
  scenario: "{}",
  system: "TiDB",
  notes: [],
  keys: [],
  complaints: [],
};

/** An import, its workers, and all that they were asked. */
function importing(answer: (command: Import) => LensReply) {
  const asked: Import[] = [];
  const workers: Fake[] = [];
  const importer = new Importer(() => {
    const worker = new Fake((command) => {
      asked.push(command);
      return answer(command);
    });
    workers.push(worker);
    return worker;
  });
  return { importer, asked, workers };
}

const makes = () => importing(() => ({ type: "imported", answer: MADE }));

/** The state once the answer is of what is given. */
function settled({ store }: Importer): Promise<ImportState> {
  return new Promise((resolve) => {
    const look = (state: ImportState): void => {
      if (!state.isFresh) return;
      end();
      resolve(state);
    };
    const end = store.subscribe(look);
    look(store.getState());
  });
}

const file = (name: string, text: string): File => new File([text], name);

describe("what is given", () => {
  test("goes to the lens as it is: files, a pasted text, and measurements with their places", async () => {
    const { importer, asked } = makes();
    await importer.add([file("a.yaml", "A"), file("b.yaml", "B")], "cluster");
    await importer.add([file("ping.txt", "P")], "latency");
    const ping = importer.store.getState().files.find(({ role }) => role === "latency");
    importer.place(ping?.id ?? 0, { from: " oslo ", to: "turku" });
    importer.paste("C");
    const { answer } = await settled(importer);
    expect(answer).toBe(MADE);
    expect(asked.at(-1)).toEqual({
      type: "import",
      files: [
        { name: "a.yaml", text: "A" },
        { name: "b.yaml", text: "B" },
        { name: "pasted text", text: "C" },
      ],
      latencies: [{ name: "oslo:turku=ping.txt", text: "P" }],
    });
  });

  test("has no places while only one of them is typed", async () => {
    const { importer, asked } = makes();
    await importer.add([file("ping.txt", "P")], "latency");
    importer.place(1, { from: "oslo" });
    await settled(importer);
    expect(asked.at(-1)?.latencies).toEqual([{ name: "ping.txt", text: "P" }]);
  });

  test("is answered to by what was given last, however it was typed", async () => {
    const { importer, asked } = makes();
    importer.paste("a");
    importer.paste("ab");
    importer.paste("abc");
    await settled(importer);
    expect(asked.map(({ files }) => files[0]?.text)).toEqual(["a", "abc"]);
  });

  test("is taken away, and with it the answer", async () => {
    const { importer } = makes();
    await importer.add([file("a.yaml", "A")], "cluster");
    expect((await settled(importer)).answer).toBe(MADE);
    importer.remove(1);
    expect((await settled(importer)).answer).toBeNull();
    importer.paste("A");
    await settled(importer);
    importer.clear();
    expect(await settled(importer)).toMatchObject({ pasted: "", answer: null, pairs: [] });
  });

  test("is not read when it is too large, and the rest is", async () => {
    const { importer } = makes();
    const large = file("large.yaml", "x".repeat(FILE_BYTES_MAX + 1));
    await importer.add([large, file("a.yaml", "A")], "cluster");
    const { files, failure } = await settled(importer);
    expect(files.map(({ name }) => name)).toEqual(["a.yaml"]);
    expect(failure).toMatch(/^large\.yaml: the file has 2.*; at most 2.* are read\.$/);
  });
});

describe("the worker", () => {
  test("is one for all questions, and ends when nobody asks any more", async () => {
    const { importer, workers } = makes();
    importer.paste("a");
    await settled(importer);
    importer.paste("b");
    await settled(importer);
    importer.rest();
    await importer.isFor("a.yaml", "a");
    expect(workers.map(({ isOver }) => isOver)).toEqual([true, false]);
  });

  test("that fails is told of, and another one is asked next", async () => {
    let fails = true;
    const { importer, workers } = importing(() =>
      fails ? { type: "failed", message: "No lens." } : { type: "imported", answer: MADE },
    );
    importer.paste("a");
    expect(await settled(importer)).toMatchObject({ answer: null, failure: "No lens." });
    fails = false;
    importer.paste("b");
    expect(await settled(importer)).toMatchObject({ answer: MADE, failure: "" });
    expect(workers.map(({ isOver }) => isOver)).toEqual([true, false]);
  });

  test("that cannot be had makes no file one for an import", async () => {
    const { importer } = importing(() => ({ type: "failed", message: "No lens." }));
    expect(await importer.isFor("tiup.yaml", "tikv_servers: []")).toBe(false);
  });
});

const example = (name: string): string =>
  fs.readFileSync(path.join(ROOT, "core", "import", "testdata", name), "utf8");

describe("the real lens", () => {
  beforeAll(() => {
    const module = fs.readFileSync(path.join(ROOT, "core", "lens", "pkg", "lens_bg.wasm"));
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
