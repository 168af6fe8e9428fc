/** An import over a worker that answers as it is told. With the real lens: web/test/importing.test.ts. */

import { describe, expect, test } from "vitest";
import { file, importing, MADE, settled } from "@/test/importing";
import { FILE_BYTES_MAX } from "./importer";

const makes = () => importing(() => ({ type: "imported", answer: MADE }));

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
