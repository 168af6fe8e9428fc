/** The page's modules come packed, and whole or not at all. */
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchModule } from "./unpack";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const MODULES = ["wasm/pkg/engine", "reader/pkg/reader", "lens/pkg/lens"];

const packed = (name: string) => fs.readFileSync(path.join(ROOT, "core", `${name}_bg.wasm.xz`));
const plain = (name: string) => fs.readFileSync(path.join(ROOT, "core", `${name}_bg.wasm`));

/** What the host answers with, by path. */
const files = new Map<string, Buffer>();
const host = http.createServer((request, response) => {
  const file = files.get(request.url ?? "");
  response.statusCode = file === undefined ? 404 : 200;
  response.end(file);
});
const at = (name: string) => `http://localhost:${(host.address() as AddressInfo).port}/${name}`;

beforeAll(() => new Promise<void>((done) => host.listen(0, "localhost", done)));
afterAll(() => new Promise((done) => host.close(done)));

describe("a packed module", () => {
  it.each(MODULES)(
    "%s is what was packed, and a browser may compile it as it comes",
    async (name) => {
      files.set("/module", packed(name));
      const response = await fetchModule(at("module"));
      expect(response.headers.get("Content-Type")).toBe("application/wasm");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(plain(name))).toBe(true);
    },
  );

  it("is smaller than what hosts make of it", () => {
    for (const name of MODULES) expect(packed(name).length).toBeLessThan(plain(name).length * 0.36);
  });

  it("that was cut short or changed on the way is no module", async () => {
    const whole = packed("lens/pkg/lens");
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(90_000) ^ 0x10, 90_000);
    for (const broken of [
      whole.subarray(0, 100_000),
      changed,
      Buffer.alloc(0),
      Buffer.from("<!doctype html>"),
    ]) {
      files.set("/module", broken);
      const response = await fetchModule(at("module"));
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
    // The next one is read all the same.
    files.set("/module", whole);
    const bytes = await (await fetchModule(at("module"))).arrayBuffer();
    expect(bytes.byteLength).toBe(plain("lens/pkg/lens").length);
  });

  it("that is not there is named", async () => {
    await expect(fetchModule(at("engine_bg.xz"))).rejects.toThrow(
      "engine_bg.xz was not found (status 404)",
    );
  });
});
